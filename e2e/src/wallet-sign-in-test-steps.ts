import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { expect } from '@playwright/test'
import type { BrowserContext, Page } from '@playwright/test'
import type { FakeEthereumWalletBehavior } from '@countersign/testing/fake-ethereum-wallet-behavior'
import { installFakeEthereumWallets } from '@countersign/testing/fake-ethereum-wallet'
import type { InjectedFakeEthereumWalletOptions } from '@countersign/testing/fake-ethereum-wallet'
import type { EthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { signTestChallenge } from './http-test-browser.ts'
import type { TestMessageSigner } from './http-test-browser.ts'

export const firstFakeWalletName = 'Test Wallet 1'

/** Shortens an address as screens do; native SegWit addresses keep two more leading characters. */
export const shortenAddress = (address: string): string =>
  `${address.slice(0, /^(bc|tb)1/.test(address) ? 8 : 6)}…${address.slice(-4)}`

/** Applies to every page that this tab opens from now on. */
export function installFakeWallet(
  page: Page,
  key: EthereumTestKey,
  options: Partial<InjectedFakeEthereumWalletOptions> = {},
): Promise<void> {
  return installFakeEthereumWallets(page, [{ behavior: 'good', key, ...options }])
}

export async function setFakeWalletBehavior(page: Page, behavior: FakeEthereumWalletBehavior): Promise<void> {
  await page.evaluate((behavior) => {
    const { fakeWallets } = globalThis as unknown as { fakeWallets: { play(behavior: string): void }[] }
    fakeWallets[0]?.play(behavior)
  }, behavior)
}

export async function openSignInAndChooseWallet(page: Page, name: string = firstFakeWalletName): Promise<void> {
  await page.goto('/sign-in')
  await page.getByRole('list', { name: 'Choose your wallet' }).getByRole('button', { name }).click()
}

export async function expectAccountPage(page: Page): Promise<void> {
  await page.waitForURL('**/account')
  await expect(page.getByRole('heading', { name: 'Your identity' })).toBeVisible()
}

export async function signInByApi({ request }: BrowserContext, origin: string, who: TestMessageSigner): Promise<void> {
  const headers = { origin }
  const issued = await request.post(`${origin}/api/challenges`, { headers, data: { purpose: 'sign-in' } })
  const signed = signTestChallenge((await issued.json()) as ApiEndpointOutput<'createChallenge'>, who)
  const answer = await request.post(`${origin}/api/sign-in`, { headers, data: signed })
  if (!answer.ok()) throw new Error(`not signed in: ${answer.status()} ${await answer.text()}`)
}

/** `origin` is needed if it is not the tab's base URL. */
export async function openAccountWithFakeWallet(page: Page, key: EthereumTestKey, origin?: string): Promise<void> {
  await installFakeWallet(page, key)
  await signInByApiAndOpenAccount(page, key, origin)
}

export async function signInByApiAndOpenAccount(page: Page, key: EthereumTestKey, origin?: string): Promise<void> {
  const context = page.context()
  const from = origin ?? new URL((await context.request.get('/api/session')).url()).origin
  await signInByApi(context, from, key)
  await page.goto(`${from}/account`)
  await expectAccountPage(page)
}

export async function signOutFromAccount(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/signed-out**')
  await expect(page.getByRole('heading', { name: 'You’re signed out' })).toBeVisible()
}
