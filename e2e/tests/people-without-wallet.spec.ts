// Tests people without a wallet: what they read, where links lead, and how the page detects a newly
// installed wallet.
import type { Page } from '@playwright/test'
import { expectAccessible, expectNoHorizontalScroll } from '../src/expect-accessible.ts'
import { pressControlByKeyboard } from '../src/press-control-by-keyboard.ts'
import {
  createApiEndpointUrlMatcher,
  mockApiEndpointResponse,
  mockDemonstrationWalletNotFound,
  mockHangingApiEndpoint,
} from '../src/api-response-mocking-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

test.use({ allowedErrors: /^foreign request: https:\/\/metamask\.io\// })

const address = '/sign-in?next=%2Faccount%2Fsessions'
const entrance = (page: Page) => page.getByRole('button', { name: 'I don’t have a wallet' })
const explanation = (page: Page) => page.getByRole('heading', { level: 2, name: 'What is a wallet?' })
const makers = (page: Page) => page.getByRole('main').getByRole('listitem').getByRole('link')

async function open(page: Page): Promise<void> {
  await mockDemonstrationWalletNotFound(page)
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 2, name: 'No wallet found in this browser.' })).toBeVisible()
}

const comeBack = (page: Page) => page.evaluate(() => dispatchEvent(new Event('focus')))

/** The wallet announces itself on request, as an extension does. */
function announce(name: string): void {
  const provider = { request: async () => [] }
  const detail = Object.freeze({ info: { uuid: name, name, rdns: 'test.installed', icon: '' }, provider })
  addEventListener('eip6963:requestProvider', () =>
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail })),
  )
}

/** Opens the first vendor link in a new tab, and returns to the page. */
async function followMaker(page: Page): Promise<void> {
  await page
    .context()
    .route('https://metamask.io/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>A maker</title>' }),
    )
  const opened = page.waitForEvent('popup')
  await makers(page).first().click()
  const popup = await opened
  await popup.waitForLoadState()
  expect(await popup.evaluate(() => [opener, document.referrer])).toEqual([null, ''])
  await popup.close()
}

test('“I don’t have a wallet” explains wallets, links to vendors and leads back, also by keyboard', async ({
  page,
}) => {
  await open(page)
  await expectAccessible(page)
  await pressControlByKeyboard(page, entrance(page))
  await expect(explanation(page)).toBeFocused()
  await expect(page.getByText('A wallet is an app or browser extension that keeps a secret key for you.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No wallet found in this browser.' })).toHaveCount(0)
  const links = await makers(page).evaluateAll((all) =>
    all.map((link) => [
      link.textContent,
      link.getAttribute('href'),
      link.getAttribute('rel'),
      link.getAttribute('target'),
    ]),
  )
  expect(links[0]).toEqual(['MetaMask', 'https://metamask.io/download', 'noreferrer', '_blank'])
  expect(links).toHaveLength(4)
  // Passkey sign-up is off by default.
  await expect(page.getByRole('button', { name: 'Create a passkey' })).toHaveCount(0)
  await expectAccessible(page)
  await pressControlByKeyboard(page, page.getByRole('button', { name: 'More wallets' }))
  await expect(makers(page).nth(4)).toBeFocused()
  await expect(page.getByRole('link', { name: 'Rabby Wallet' })).toBeVisible()

  await pressControlByKeyboard(page, page.getByRole('button', { name: 'Back', exact: true }))
  await expect(entrance(page)).toBeFocused()
  await entrance(page).click()
  await expect(explanation(page)).toBeVisible()
  await page.goBack()
  await expect(entrance(page)).toBeVisible()
  expect(new URL(page.url()).search).toBe(new URL(address, page.url()).search)
})

test('a wallet that announces itself after the person returns is found without a reload', async ({ page }) => {
  await open(page)
  await entrance(page).click()
  await page.evaluate(() => Reflect.set(globalThis, 'isSameDocument', true))
  await page.evaluate(announce, 'Installed')
  await comeBack(page)
  await expect(page.getByRole('button', { name: 'Installed' })).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(globalThis, 'isSameDocument') as unknown)).toBe(true)
})

test('a wallet injected only into newly loaded pages is found by a reload of the same URL', async ({ page }) => {
  await open(page)
  await entrance(page).click()
  await followMaker(page)
  await page.addInitScript(announce, 'Installed')
  await comeBack(page)
  await expect(page.getByRole('button', { name: 'Installed' })).toBeVisible()
  expect(page.url()).toContain(address)
})

test('if no new wallet appears, the page reloads once in the same state, and not again', async ({ page }) => {
  await open(page)
  await entrance(page).click()
  await followMaker(page)
  await Promise.all([page.waitForEvent('load'), comeBack(page)])
  await expect(explanation(page)).toBeVisible()
  await page.evaluate(() => Reflect.set(globalThis, 'isSameDocument', true))
  await page.clock.install()
  await comeBack(page)
  await page.clock.runFor(10_000)
  expect(await page.evaluate(() => Reflect.get(globalThis, 'isSameDocument') as unknown)).toBe(true)
})

test('without passkey sign-up, the first offer is the phone', async ({ page }) => {
  await open(page)
  const offers = page.getByRole('main').getByRole('button')
  await expect(offers.first()).toHaveText('Use your phone')
  await expect(offers.nth(1)).toHaveText('Use a passkey')
})

test('with passkey sign-up, the first offer is the passkey', async ({ page }) => {
  await mockApiEndpointResponse(page, 'readSignUpMethods', { namespaces: ['eip155'], wallets: [], passkey: true })
  await open(page)
  const offers = page.getByRole('main').getByRole('button')
  await expect(offers.first()).toHaveText('Use a passkey')
  await expect(offers.nth(1)).toHaveText('Use your phone')
})

test('if the sign-up methods do not load, the offers are shown anyway', async ({ page }) => {
  await mockHangingApiEndpoint(page, createApiEndpointUrlMatcher('readSignUpMethods'))
  await open(page)
  await expect(page.getByRole('button', { name: 'Use your phone' })).toBeVisible()
})

test('the page does not reload if no vendor link was followed', async ({ page }) => {
  await page.clock.install()
  await open(page)
  await page.evaluate(() => Reflect.set(globalThis, 'isSameDocument', true))
  await comeBack(page)
  await page.clock.runFor(10_000)
  expect(await page.evaluate(() => Reflect.get(globalThis, 'isSameDocument') as unknown)).toBe(true)
})

test('the page does not reload while a passkey prompt is open', async ({ page }) => {
  // Never settles, as if the browser's passkey prompt stayed open.
  await page.addInitScript(() => {
    navigator.credentials.get = () => new Promise(() => {})
  })
  await open(page)
  await entrance(page).click()
  await followMaker(page)
  await page.evaluate(() => Reflect.set(globalThis, 'isSameDocument', true))
  await page.clock.install()
  await comeBack(page)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.clock.runFor(10_000)
  await comeBack(page)
  await page.clock.runFor(10_000)
  expect(await page.evaluate(() => Reflect.get(globalThis, 'isSameDocument') as unknown)).toBe(true)
})

test('the explanation fits the narrowest phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await open(page)
  await entrance(page).click()
  await expect(explanation(page)).toBeVisible()
  await expectNoHorizontalScroll(page)
})
