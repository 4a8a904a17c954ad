// What a person does on the page of their wallets, and in the dialogs that it opens.
import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import type { WalletBehaviour } from '@countersign/testing/fake-provider'
import { installFakeWallets } from '@countersign/testing/fake-wallet'
import type { FakePageWalletOptions } from '@countersign/testing/fake-wallet'
import type { TestKey } from '@countersign/testing/test-keys'
import { confirmDialog } from './confirm-dialog.ts'
import { openAccount } from './sign-in.ts'

/** The wallet that the person signs in with, and one beside it in the same browser. */
export const fox = 'Fox'
export const rabbit = 'Rabbit'

/** The keys of the two wallets: the one that each is on, and the one that it can be switched to. */
export interface Keys {
  fox: TestKey
  foxToo?: TestKey
  rabbit: TestKey
  rabbitToo?: TestKey
}

/** Puts two wallets into every page of this tab, and signs in with the first. */
export async function signInWithFox(page: Page, keys: Keys): Promise<void> {
  await installFakeWallets(page, [wallet(fox, keys.fox, keys.foxToo), wallet(rabbit, keys.rabbit, keys.rabbitToo)])
  await openAccount(page, keys.fox)
}

const wallet = (name: string, key: TestKey, otherKey?: TestKey): FakePageWalletOptions => ({
  behaviour: 'good',
  key,
  ...(otherKey && { otherKey }),
  name,
  rdns: `test.${name.toLowerCase()}`,
})

/** From now on a wallet of this page behaves otherwise. */
export async function play(page: Page, name: string, behaviour: WalletBehaviour): Promise<void> {
  await page.evaluate(
    ({ place, behaviour }) => (globalThis as unknown as WalletPage).fakeWallets[place]?.play(behaviour),
    { place: placeOf(name), behaviour },
  )
}

/** The person switches a wallet of this page to its other account. */
export async function switchAccount(page: Page, name: string): Promise<void> {
  await page.evaluate(
    (place) => (globalThis as unknown as WalletPage).fakeWallets[place]?.switchAccount(),
    placeOf(name),
  )
}

const placeOf = (name: string): number => (name === fox ? 0 : 1)

interface WalletPage {
  fakeWallets: { play(behaviour: string): void; switchAccount(): void }[]
}

export async function openWallets(page: Page): Promise<void> {
  await page.goto('/account/wallets')
  await expect(page.getByRole('heading', { level: 1, name: 'Your wallets' })).toBeVisible()
  await expect(walletRows(page).first()).toBeVisible()
}

export const walletRows = (page: Page): Locator => page.getByRole('list', { name: 'Your wallets' }).locator('> li')
export const linkButton = (page: Page): Locator => page.getByRole('button', { name: 'Link another wallet' })
export const linkDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Link another wallet' })

/** Chooses a wallet in a dialog. */
export const choose = (dialog: Locator, name: string): Promise<void> =>
  dialog.getByRole('list', { name: 'Choose your wallet' }).getByRole('button', { name }).click()

/** Confirms by the wallet that the person signed in with, and waits until that is done. */
export async function confirmWithFox(page: Page): Promise<void> {
  await choose(confirmDialog(page), fox)
  await expect(confirmDialog(page)).toBeHidden()
}

/** Links the second wallet, in a browser in which nothing was confirmed yet. */
export async function linkRabbit(page: Page): Promise<void> {
  await linkButton(page).click()
  await confirmWithFox(page)
  await choose(linkDialog(page), rabbit)
  await expect(linkDialog(page)).toBeHidden()
}
