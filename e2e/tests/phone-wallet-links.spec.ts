// Tests phones whose browser has no wallet: links open the page in a wallet app, and nothing
// exceeds the narrowest screen.
import { devices } from '@playwright/test'
import type { Page } from '@playwright/test'
import { expectNoHorizontalScroll } from '../src/expect-accessible.ts'
import { createOidcInteractionFixture } from '../src/consent-and-connected-application-fixtures.ts'
import { createFakeCrossDeviceApprover } from '../src/fake-cross-device-approver.ts'
import {
  createApiEndpointUrlMatcher,
  mockApiEndpointResponse,
  mockHangingApiEndpoint,
  mockApiEndpointError,
  mockDemonstrationWalletNotFound,
} from '../src/api-response-mocking-test-steps.ts'
import { expectAccountPage, openAccountWithFakeWallet } from '../src/wallet-sign-in-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

const { userAgent, deviceScaleFactor } = devices['Pixel 7']
test.use({ userAgent, deviceScaleFactor, isMobile: true, hasTouch: true, viewport: { width: 320, height: 640 } })

const links = (page: Page) => page.getByRole('main').getByRole('link', { name: /^Open in / })

const readLinks = async (page: Page): Promise<Record<string, string>> =>
  Object.fromEntries(
    await links(page).evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href') ?? ''])),
  )

const linksTo = (address: string): Record<string, string> => {
  const encoded = encodeURIComponent(address)
  return {
    'Open in MetaMask': `https://link.metamask.io/dapp/${address.replace('http://', '')}`,
    'Open in Coinbase Wallet': `https://go.cb-w.com/dapp?cb_url=${encoded}`,
    'Open in Trust Wallet': `https://link.trustwallet.com/open_url?coin_id=60&url=${encoded}`,
  }
}

test('without a wallet, links open this sign-in in wallet apps, and it completes in this browser', async ({
  page,
  browser,
  server,
  key,
}) => {
  await mockDemonstrationWalletNotFound(page)
  await page.goto('/sign-in')
  await expect(page.getByRole('heading', { name: 'Open this page in your wallet app' })).toBeVisible()
  const pair = page.getByText(/^[0-9A-Z]{2}$/)
  await expect(page.getByText('Your wallet will ask which pair is shown here:')).toBeVisible()
  const shown = (await pair.textContent()) ?? ''
  await expect(links(page)).toHaveCount(4)
  const first = (await links(page).first().getAttribute('href')) ?? ''
  const code = /user_code=([2-9][B-Z]{3}-[B-Z]{4})/.exec(first)?.[1] ?? ''
  // The other links appear after one tap, and the focus moves to them.
  await page.getByRole('button', { name: 'More wallets' }).click()
  await expect(links(page).nth(4)).toBeFocused()
  await expect(page.getByRole('button', { name: 'More wallets' })).toHaveCount(0)
  const found = await readLinks(page)
  expect(Object.keys(found).length).toBeGreaterThanOrEqual(10)
  expect(Object.values(found).every((href) => href.startsWith('https://'))).toBe(true)
  expect(found).toMatchObject(linksTo(`${server.origin}/device?user_code=${code}`))
  await expectNoHorizontalScroll(page)

  const wallet = await createFakeCrossDeviceApprover(browser, server.origin, code)
  expect((await wallet.openCode()).pairs).toContain(shown)
  await expect(page.getByRole('heading', { name: 'Opened in your wallet. Continue there.' })).toBeFocused()
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(1)
  for (const name of ['I don’t have a wallet', 'Copy link', 'Reload page', 'Use another device'])
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  await expect(pair).toHaveText(shown)
  await expectNoHorizontalScroll(page)
  await wallet.pickMatchingNumber(shown)
  await wallet.sign(key)
  await expectAccountPage(page)
})

test('a code stays valid when opening the wallet app navigates this page away', async ({ page, browser, server }) => {
  await mockDemonstrationWalletNotFound(page)
  await page.goto('/sign-in')
  const first = page.getByRole('main').getByRole('link', { name: 'Open in MetaMask' })
  await expect(first).toHaveAttribute('href', /user_code=/)
  const code = /user_code=([^&]*)/.exec((await first.getAttribute('href')) ?? '')?.[1] ?? ''
  await page.goto('/signed-out')
  const wallet = await createFakeCrossDeviceApprover(browser, server.origin, code)
  expect((await wallet.openCode()).state).toBe('opened')
})

test('canceling after a wallet opened the code returns to the links with a new code', async ({
  page,
  browser,
  server,
}) => {
  await mockDemonstrationWalletNotFound(page)
  await page.goto('/sign-in')
  const address = page.getByText(/\/device\?user_code=/)
  const before = (await address.textContent()) ?? ''
  const wallet = await createFakeCrossDeviceApprover(
    browser,
    server.origin,
    new URL(before).searchParams.get('user_code') ?? '',
  )
  await wallet.openCode()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'Open this page in your wallet app' })).toBeFocused()
  await expect(address).toBeVisible()
  await expect(address).not.toHaveText(before)
})

test('a wallet on another device can scan a QR code', async ({ page }) => {
  await mockDemonstrationWalletNotFound(page)
  await page.goto('/sign-in')
  const entrance = page.getByRole('button', { name: 'Use another device' })
  await entrance.click()
  await expect(page.getByRole('img', { name: /^QR code for / })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(entrance).toBeFocused()
})

test.describe('Wallet links during sign-in for an application', () => {
  test.beforeEach(async ({ page }) => {
    await mockDemonstrationWalletNotFound(page)
    await mockApiEndpointResponse(page, 'readInteraction', createOidcInteractionFixture())
  })

  test('the links and the URL to copy contain the code, not the interaction', async ({ page, server }) => {
    const link = `${server.origin}/device?user_code=7KQM-RTWX`
    const expiresAt = new Date(Date.now() + 120_000).toISOString()
    await mockApiEndpointResponse(page, 'createCrossDevice', {
      id: '1'.repeat(26),
      code: '7KQM-RTWX',
      link,
      pair: 'K7',
      expiresAt,
    })
    await mockHangingApiEndpoint(page, createApiEndpointUrlMatcher('watchCrossDevice'))
    await page.goto('/sign-in?interaction=Xk3_test')
    await expect(page.getByText('K7', { exact: true })).toBeVisible()
    expect(await readLinks(page)).toMatchObject(linksTo(link))
    await expect(page.getByText(link, { exact: true })).toBeVisible()
    await expect(page.getByText('interaction=')).toHaveCount(0)
  })

  test('if there is no code, the page shows the reason instead of links', async ({ page }) => {
    await mockApiEndpointError(page, createApiEndpointUrlMatcher('createCrossDevice'), 'rate.limited', 60)
    await page.goto('/sign-in?interaction=Xk3_test')
    await expect(page.getByRole('heading', { name: 'Too many attempts.' })).toBeVisible()
    await expect(links(page)).toHaveCount(0)
    await expect(page.getByText('interaction=')).toHaveCount(0)
  })
})

test('wallet links open the current page if no code is available', async ({ page, server }) => {
  await mockDemonstrationWalletNotFound(page)
  await mockApiEndpointError(page, createApiEndpointUrlMatcher('createCrossDevice'), 'rate.limited', 60)
  const address = `${server.origin}/sign-in?next=%2Faccount%2Fsessions`
  await page.goto(address)
  await expect(links(page)).toHaveCount(4)
  expect(await readLinks(page)).toMatchObject(linksTo(address))
})

test('no page scrolls sideways at 320 pixels', async ({ page, key }) => {
  for (const path of ['/', '/sign-in', '/signed-out', '/error?code=challenge.invalid', '/nothing/here']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNoHorizontalScroll(page)
  }
  await openAccountWithFakeWallet(page, key)
  for (const path of ['/account', '/account/wallets', '/account/sessions']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText(key.address.slice(0, 6)).first()).toBeVisible()
    await expectNoHorizontalScroll(page)
  }
})

test('the account navigation is at the bottom of the screen with touch-sized targets', async ({ page, key }) => {
  await openAccountWithFakeWallet(page, key)
  const navigation = page.getByRole('navigation', { name: 'Your account' })
  const box = await navigation.boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeCloseTo(640, 0)
  for (const link of await navigation.getByRole('link').all()) {
    // WCAG 2.2 §2.5.8 requires 24 pixels; 44 are easy to hit with a thumb.
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  }
})
