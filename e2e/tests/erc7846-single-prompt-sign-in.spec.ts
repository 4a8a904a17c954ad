// Tests sign-in with a single wallet prompt (ERC-7846): how wallets respond, verified by a real
// server.
import type { FakeEthereumWalletBehavior } from '@countersign/testing/fake-ethereum-wallet-behavior'
import type { Page } from '@playwright/test'
import { expectAccountPage, installFakeWallet, firstFakeWalletName } from '../src/wallet-sign-in-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

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
  ['a wallet that connects and signs at once uses one prompt', 'at-once', ['wallet_connect']],
  [
    'a wallet that only connects is then asked to sign the message',
    'at-once-halfway',
    ['wallet_connect', 'personal_sign'],
  ],
  [
    'M7: a wallet that signs its own message is asked to sign the right one',
    'at-once-own-message',
    ['wallet_connect', 'personal_sign'],
  ],
  [
    'a wallet without support falls back to connecting and signing separately',
    'good',
    ['wallet_connect', 'eth_requestAccounts', 'personal_sign'],
  ],
] as const)
  test(`${what} (ERC-7846)`, async ({ page, key }) => {
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

test('a declined single prompt is final, and a retry uses the single prompt again', async ({ page, key }) => {
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

test('a wallet that ignores wallet_connect gets separate prompts from the next page load', async ({ page, key }) => {
  const methods = await open(page, key, 'silent-of-unknown')
  await tap(page)
  await expect.poll(() => withoutChain(methods)).toEqual(['wallet_connect'])
  await tap(page)
  await expectAccountPage(page)
  expect(withoutChain(methods)).toEqual(['wallet_connect', 'eth_requestAccounts', 'personal_sign'])
})
