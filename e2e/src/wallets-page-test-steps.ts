// What a person does on the page of their wallets, and in the dialogs that it opens.
import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import type { FakeEthereumWalletBehavior } from '@countersign/testing/fake-ethereum-wallet-behavior'
import { installFakeEthereumWallets } from '@countersign/testing/fake-ethereum-wallet'
import type { InjectedFakeEthereumWalletOptions } from '@countersign/testing/fake-ethereum-wallet'
import type { EthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { findStepUpDialog } from './find-step-up-dialog.ts'
import { signInByApiAndOpenAccount } from './wallet-sign-in-test-steps.ts'

/** The wallet that the person signs in with, and one beside it in the same browser. */
export const fakeFoxWalletName = 'Fox'
export const fakeRabbitWalletName = 'Rabbit'

/** The keys of the two wallets: the one that each is on, and the one that it can be switched to. */
export interface FakeWalletPairKeys {
  fox: EthereumTestKey
  foxToo?: EthereumTestKey
  rabbit: EthereumTestKey
  rabbitToo?: EthereumTestKey
}

/** Puts two wallets into every page of this tab, and signs in with the first. */
export async function signInWithFakeFoxWallet(page: Page, keys: FakeWalletPairKeys): Promise<void> {
  await installFakeEthereumWallets(page, [
    wallet(fakeFoxWalletName, keys.fox, keys.foxToo),
    wallet(fakeRabbitWalletName, keys.rabbit, keys.rabbitToo),
  ])
  await signInByApiAndOpenAccount(page, keys.fox)
}

const wallet = (name: string, key: EthereumTestKey, otherKey?: EthereumTestKey): InjectedFakeEthereumWalletOptions => ({
  behavior: 'good',
  key,
  ...(otherKey && { otherKey }),
  name,
  rdns: `test.${name.toLowerCase()}`,
})

/** From now on a wallet of this page behaves otherwise. */
export async function setNamedWalletBehavior(
  page: Page,
  name: string,
  behavior: FakeEthereumWalletBehavior,
): Promise<void> {
  await page.evaluate(
    ({ place, behavior }) => (globalThis as unknown as WalletPage).fakeWallets[place]?.play(behavior),
    { place: getWalletIndex(name), behavior },
  )
}

/** The person switches a wallet of this page to its other account. */
export async function switchWalletAccount(page: Page, name: string): Promise<void> {
  await page.evaluate(
    (place) => (globalThis as unknown as WalletPage).fakeWallets[place]?.switchAccount(),
    getWalletIndex(name),
  )
}

const getWalletIndex = (name: string): number => (name === fakeFoxWalletName ? 0 : 1)

interface WalletPage {
  fakeWallets: { play(behavior: string): void; switchAccount(): void }[]
}

export async function openAccountWalletsPage(page: Page): Promise<void> {
  await page.goto('/account/wallets')
  await expect(page.getByRole('heading', { level: 1, name: 'Your wallets' })).toBeVisible()
  await expect(findWalletListItems(page).first()).toBeVisible()
}

export const findWalletListItems = (page: Page): Locator =>
  page.getByRole('list', { name: 'Your wallets' }).locator('> li')
export const findLinkWalletButton = (page: Page): Locator => page.getByRole('button', { name: 'Link another wallet' })
export const findLinkWalletDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Link another wallet' })

/** Chooses a wallet in a dialog. */
export const chooseWalletInDialog = (dialog: Locator, name: string): Promise<void> =>
  dialog.getByRole('list', { name: 'Choose your wallet' }).getByRole('button', { name }).click()

/** Confirms by the wallet that the person signed in with, and waits until that is done. */
export async function confirmStepUpWithFakeFoxWallet(page: Page): Promise<void> {
  await chooseWalletInDialog(findStepUpDialog(page), fakeFoxWalletName)
  await expect(findStepUpDialog(page)).toBeHidden()
}

/** Links the second wallet, in a browser in which nothing was confirmed yet. */
export async function linkFakeRabbitWallet(page: Page): Promise<void> {
  await findLinkWalletButton(page).click()
  await confirmStepUpWithFakeFoxWallet(page)
  await chooseWalletInDialog(findLinkWalletDialog(page), fakeRabbitWalletName)
  await expect(findLinkWalletDialog(page)).toBeHidden()
}
