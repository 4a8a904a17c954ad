import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import type { FakeEthereumWalletBehavior } from '@countersign/testing/fake-ethereum-wallet-behavior'
import { installFakeEthereumWallets } from '@countersign/testing/fake-ethereum-wallet'
import type { InjectedFakeEthereumWalletOptions } from '@countersign/testing/fake-ethereum-wallet'
import type { EthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { findStepUpDialog } from './find-step-up-dialog.ts'
import { signInByApiAndOpenAccount } from './wallet-sign-in-test-steps.ts'

export const fakeFoxWalletName = 'Fox'
export const fakeRabbitWalletName = 'Rabbit'

/** Each wallet's current key, and the one it can switch to. */
export interface FakeWalletPairKeys {
  fox: EthereumTestKey
  foxToo?: EthereumTestKey
  rabbit: EthereumTestKey
  rabbitToo?: EthereumTestKey
}

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

export const chooseWalletInDialog = (dialog: Locator, name: string): Promise<void> =>
  dialog.getByRole('list', { name: 'Choose your wallet' }).getByRole('button', { name }).click()

export async function confirmStepUpWithFakeFoxWallet(page: Page): Promise<void> {
  await chooseWalletInDialog(findStepUpDialog(page), fakeFoxWalletName)
  await expect(findStepUpDialog(page)).toBeHidden()
}

/** Also steps up, because the browser is not confirmed yet. */
export async function linkFakeRabbitWallet(page: Page): Promise<void> {
  await findLinkWalletButton(page).click()
  await confirmStepUpWithFakeFoxWallet(page)
  await chooseWalletInDialog(findLinkWalletDialog(page), fakeRabbitWalletName)
  await expect(findLinkWalletDialog(page)).toBeHidden()
}
