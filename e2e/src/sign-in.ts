// The ways in that most tests begin with: a wallet in the page, a tap, and the account.
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import type { WalletBehaviour } from '@countersign/testing/fake-provider'
import { installFakeWallets } from '@countersign/testing/fake-wallet'
import type { FakePageWalletOptions } from '@countersign/testing/fake-wallet'
import type { TestKey } from '@countersign/testing/test-keys'

/** What the first fake wallet of a page calls itself. */
export const walletName = 'Test Wallet 1'

/** An address as the screens write it in short. */
export const shortAddress = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`

/** Puts one wallet with this key into every page that this tab opens from now on. */
export function installWallet(page: Page, key: TestKey, options: Partial<FakePageWalletOptions> = {}): Promise<void> {
  return installFakeWallets(page, [{ behaviour: 'good', key, ...options }])
}

/** From now on the first wallet of the page behaves otherwise. */
export async function playBehaviour(page: Page, behaviour: WalletBehaviour): Promise<void> {
  await page.evaluate((behaviour) => {
    const { fakeWallets } = globalThis as unknown as { fakeWallets: { play(behaviour: string): void }[] }
    fakeWallets[0]?.play(behaviour)
  }, behaviour)
}

/** Opens the sign-in page and chooses a wallet by the name that it shows. */
export async function chooseWallet(page: Page, name: string = walletName): Promise<void> {
  await page.goto('/sign-in')
  await page.getByRole('list', { name: 'Choose your wallet' }).getByRole('button', { name }).click()
}

/** Waits until the account is shown. */
export async function expectAccount(page: Page): Promise<void> {
  await page.waitForURL('**/account')
  await expect(page.getByRole('heading', { name: 'Who you are here' })).toBeVisible()
}

/** Signs in with a fake wallet, from an empty page to the account. */
export async function signIn(page: Page, key: TestKey): Promise<void> {
  await installWallet(page, key)
  await chooseWallet(page)
  await expectAccount(page)
}

/** Signs out from the account. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/signed-out**')
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible()
}
