// Tests irregular wallets: announced late, both announced and injected, with malformed events, or
// with unusual icons.
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/expect-accessible.ts'
import { pauseFakePageClock, installFakePageClock } from '../src/fake-page-clock.ts'
import {
  openSignInAndChooseWallet,
  expectAccountPage,
  installFakeWallet,
  firstFakeWalletName,
} from '../src/wallet-sign-in-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

const wallets = (page: Page) => page.getByRole('list', { name: 'Choose your wallet' }).getByRole('listitem')

/** A wallet that announces itself only when asked to, and not before `milliseconds` have passed. */
function answerLate({ name, rdns, milliseconds }: { name: string; rdns: string; milliseconds: number }): void {
  const startedAt = Date.now()
  const provider = { request: async () => [] }
  const detail = Object.freeze({ info: { uuid: rdns, name, rdns, icon: '' }, provider })
  addEventListener('eip6963:requestProvider', () => {
    if (Date.now() - startedAt >= milliseconds) dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  })
}

for (const milliseconds of [200, 900, 2_500])
  test(`a wallet ${milliseconds} ms late is listed below the others, above the demonstration wallet`, async ({
    page,
    key,
  }) => {
    await installFakePageClock(page)
    await pauseFakePageClock(page)
    await installFakeWallet(page, key)
    await page.addInitScript(answerLate, { name: 'Late', rdns: 'test.late', milliseconds })
    await page.goto('/sign-in')
    const first = page.getByRole('button', { name: firstFakeWalletName })
    await expect(wallets(page)).toHaveText([new RegExp(firstFakeWalletName), /Demonstration wallet/])
    const before = await first.boundingBox()
    await page.clock.runFor(3_500)
    await expect(wallets(page)).toHaveText([new RegExp(firstFakeWalletName), /Late/, /Demonstration wallet/])
    expect(await first.boundingBox()).toEqual(before)
    await page.clock.resume()
    await expectAccessible(page)
  })

test('the last used wallet has a placeholder at the top until it is announced', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('countersign.recent-wallet', 'test.late\nLate'))
  await installFakePageClock(page)
  await pauseFakePageClock(page)
  await page.addInitScript(answerLate, { name: 'Late', rdns: 'test.late', milliseconds: 250 })
  await page.goto('/sign-in')
  await expect(wallets(page).first()).toContainText('Late · Waiting…')
  await page.clock.runFor(400)
  await expect(wallets(page).first().getByRole('button', { name: 'Late' })).toBeVisible()
  await expect(wallets(page).first()).toContainText('Last used here')
  await expect(page.getByText('Late · Waiting…')).toHaveCount(0)
})

test('a wallet that exists only as window.ethereum is listed with the demonstration wallet', async ({ page }) => {
  await page.addInitScript(() => Object.assign(globalThis, { ethereum: { isFrame: true, request: async () => [] } }))
  await page.goto('/sign-in')
  await expect(page.getByRole('button', { name: 'Frame' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Demonstration wallet' })).toBeVisible()
})

test('a wallet that is both announced and window.ethereum is listed once', async ({ page, key }) => {
  await installFakeWallet(page, key)
  await page.addInitScript(() => {
    const { fakeWallets } = globalThis as unknown as { fakeWallets: unknown[] }
    Object.assign(globalThis, { ethereum: fakeWallets[0] })
  })
  await page.goto('/sign-in')
  await expect(page.getByRole('button', { name: 'Demonstration wallet' })).toBeVisible()
  await expect(page.getByRole('button', { name: firstFakeWalletName })).toHaveCount(1)
  await expect(wallets(page)).toHaveCount(2)
})

test('a malformed accountsChanged event does not break the sign-in', async ({ page, key }) => {
  await installFakeWallet(page, key, { behavior: 'slow' })
  await page.addInitScript(() => {
    const { fakeWallets } = globalThis as unknown as {
      fakeWallets: { on: (event: string, listener: (value: unknown) => void) => void }[]
    }
    const wallet = fakeWallets[0]
    if (!wallet) return
    const on = wallet.on.bind(wallet)
    wallet.on = (event, listener) => {
      on(event, listener)
      if (event === 'accountsChanged') for (const odd of [null, '0x1', { accounts: [] }, 7]) listener(odd)
    }
  })
  await openSignInAndChooseWallet(page)
  await expectAccountPage(page)
})

test('only the site icon can be loaded cross-origin, because wallets show it', async ({ page, server }) => {
  const policyOf = async (path: string) =>
    (await page.request.get(`${server.origin}${path}`)).headers()['cross-origin-resource-policy']
  expect(await policyOf('/favicon.svg')).toBe('cross-origin')
  await page.goto('/sign-in')
  const script = (await page.locator('script[src]').first().getAttribute('src')) ?? ''
  for (const path of [script, '/sign-in', '/api/session', '/inspector'])
    expect([path, await policyOf(path)]).toEqual([path, 'same-origin'])
})
