// A phone: its browser reaches no wallet, so that the page is opened inside a wallet's app; and nothing is ever wider
// than the narrowest screen.
import { devices } from '@playwright/test'
import { expectNoSidewaysScroll } from '../src/accessibility.ts'
import { withoutDemonstrationWallet } from '../src/server-answers.ts'
import { signIn } from '../src/sign-in.ts'
import { expect, test } from './test.ts'

const { userAgent, deviceScaleFactor } = devices['Pixel 7']
test.use({ userAgent, deviceScaleFactor, isMobile: true, hasTouch: true, viewport: { width: 320, height: 640 } })

test('without a wallet, links open this very page inside the wallets’ apps', async ({ page, server }) => {
  await withoutDemonstrationWallet(page)
  await page.goto('/sign-in?next=%2Faccount%2Fsessions')
  await expect(page.getByRole('heading', { name: 'Open this page in your wallet app' })).toBeVisible()
  const links = page.getByRole('main').getByRole('link', { name: /^Open in / })
  await expect(links).toHaveCount(4)
  const found = await links.evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')]))
  const host = new URL(server.origin).host
  const here = encodeURIComponent(`${server.origin}/sign-in?next=%2Faccount%2Fsessions`)
  expect(Object.fromEntries(found)).toEqual({
    'Open in MetaMask': `https://link.metamask.io/dapp/${host}/sign-in?next=%2Faccount%2Fsessions`,
    'Open in Coinbase Wallet': `https://go.cb-w.com/dapp?cb_url=${here}`,
    'Open in Trust Wallet': `https://link.trustwallet.com/open_url?coin_id=60&url=${here}`,
    'Open in OKX Wallet': `https://web3.okx.com/download?deeplink=${encodeURIComponent(`okx://wallet/dapp/url?dappUrl=${here}`)}`,
  })
  await expectNoSidewaysScroll(page)
})

test('no page is wider than 320 pixels', async ({ page, key }) => {
  for (const path of ['/', '/sign-in', '/signed-out', '/error?code=challenge.unusable', '/nothing/here']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNoSidewaysScroll(page)
  }
  await signIn(page, key)
  for (const path of ['/account', '/account/wallets', '/account/sessions']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText(key.address.slice(0, 6)).first()).toBeVisible()
    await expectNoSidewaysScroll(page)
  }
})

test('the places of the account are within reach of the thumb', async ({ page, key }) => {
  await signIn(page, key)
  const navigation = page.getByRole('navigation', { name: 'Your account' })
  const box = await navigation.boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeCloseTo(640, 0)
  for (const link of await navigation.getByRole('link').all()) {
    // WCAG 2.2 §2.5.8 asks for 24 pixels; a thumb wants 44.
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  }
})
