// One window of the wallet in the place of two (ERC-7846): by how a wallet takes it, against a real server, which judges what comes back like any other.
import type { FakeEthereumWalletBehavior } from '@countersign/testing/fake-ethereum-wallet-behavior'
import type { Page } from '@playwright/test'
import { expectAccountPage, installFakeWallet, firstFakeWalletName } from '../src/wallet-sign-in-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

/** What the wallet of a page is asked for, but for its chain. */
async function listen(page: Page): Promise<string[]> {
  const methods: string[] = []
  await page.exposeFunction('noteMethod', (method: string) => methods.push(method))
  await page.addInitScript(() => {
    const { fakeWallets, noteMethod } = globalThis as unknown as {
      fakeWallets: { request: (asked: { method: string }) => unknown }[]
      noteMethod: (method: string) => void
    }
    for (const wallet of fakeWallets) {
      const ask = wallet.request.bind(wallet)
      wallet.request = (asked) => (noteMethod(asked.method), ask(asked))
    }
  })
  return methods
}

/** Opens the sign-in page with its challenge there, and taps the wallet. */
async function tap(page: Page): Promise<void> {
  const answered = page.waitForResponse('**/api/challenges')
  await page.goto('/sign-in')
  await answered
  await page
    .getByRole('list', { name: 'Choose your wallet' })
    .getByRole('button', { name: firstFakeWalletName })
    .click()
}

const open = async (page: Page, key: Parameters<typeof installFakeWallet>[1], behavior: FakeEthereumWalletBehavior) => {
  await installFakeWallet(page, key, { behavior })
  return listen(page)
}
const withoutChain = (methods: readonly string[]) => methods.filter((method) => method !== 'eth_chainId')

for (const [what, behavior, asked] of [
  ['that does both at once signs in with one window', 'at-once', ['wallet_connect']],
  ['that only connects is shown the message to sign', 'at-once-halfway', ['wallet_connect', 'personal_sign']],
  ['M7 that writes a message of its own is not believed', 'at-once-own-message', ['wallet_connect', 'personal_sign']],
  [
    'that does not know it goes the ordinary way by itself',
    'good',
    ['wallet_connect', 'eth_requestAccounts', 'personal_sign'],
  ],
] as const)
  test(`a wallet ${what}`, async ({ page, key }) => {
    const methods = await open(page, key, behavior)
    const submitted = page.waitForRequest('**/api/sign-in')
    await tap(page)
    const { message } = (await submitted).postDataJSON() as { message: string }
    expect(message).not.toContain('elsewhere.example')
    await expectAccountPage(page)
    expect(withoutChain(methods)).toEqual(asked)
    const plain = await page.evaluate(() => localStorage.getItem('countersign.plain-wallets') ?? '')
    expect(plain !== '').toBe(behavior !== 'at-once')
  })

test('a wallet whose person says no has said it; asked again, it is asked so again', async ({ page, key }) => {
  const methods = await open(page, key, 'at-once-declines')
  await tap(page)
  await expect(page.getByRole('heading', { level: 2 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  expect(withoutChain(methods)).toEqual(['wallet_connect'])
  await page.evaluate(() =>
    (globalThis as unknown as { fakeWallets: { play: (behavior: string) => void }[] }).fakeWallets[0]?.play('at-once'),
  )
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectAccountPage(page)
  expect(withoutChain(methods)).toEqual(['wallet_connect', 'wallet_connect'])
})

test('a wallet that never answers what it does not know is asked the ordinary way from the next page on', async ({
  page,
  key,
}) => {
  const methods = await open(page, key, 'silent-of-unknown')
  await tap(page)
  await expect.poll(() => withoutChain(methods)).toEqual(['wallet_connect'])
  await tap(page)
  await expectAccountPage(page)
  expect(withoutChain(methods)).toEqual(['wallet_connect', 'eth_requestAccounts', 'personal_sign'])
})
