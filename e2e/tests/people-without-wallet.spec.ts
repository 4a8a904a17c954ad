// Nobody's wallet is in this browser, and the person has none anywhere: what they read, where they are led, and how the page finds the
// wallet that they come back with.
import type { Page } from '@playwright/test'
import { expectAccessible, expectNoHorizontalScroll } from '../src/expect-accessible.ts'
import { pressControlByKeyboard } from '../src/press-control-by-keyboard.ts'
import { mockDemonstrationWalletNotFound } from '../src/api-response-mocking-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

test.use({ allowedErrors: /^foreign request: https:\/\/metamask\.io\// })

const address = '/sign-in?next=%2Faccount%2Fsessions'
const entrance = (page: Page) => page.getByRole('button', { name: 'I have none' })
const explanation = (page: Page) => page.getByRole('heading', { level: 2, name: 'What a wallet is' })
const makers = (page: Page) => page.getByRole('main').getByRole('listitem').getByRole('link')

async function open(page: Page): Promise<void> {
  await mockDemonstrationWalletNotFound(page)
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 2, name: 'No wallet found in this browser.' })).toBeVisible()
}

/** As when the person's window comes to the front again. */
const comeBack = (page: Page) => page.evaluate(() => dispatchEvent(new Event('focus')))

/** A wallet as an extension brings it: it announces itself where it is asked. */
function announce(name: string): void {
  const provider = { request: async () => [] }
  const detail = Object.freeze({ info: { uuid: name, name, rdns: 'test.installed', icon: '' }, provider })
  addEventListener('eip6963:requestProvider', () =>
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail })),
  )
}

/** Follows the first link to a maker, which opens a tab of its own, and comes back. */
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

test('“I have none” says what a wallet is and where makers have one, by the keyboard too, and leads back', async ({
  page,
}) => {
  await open(page)
  await expectAccessible(page)
  await pressControlByKeyboard(page, entrance(page))
  await expect(explanation(page)).toBeFocused()
  await expect(
    page.getByText('A wallet is an app, or an extension of your browser, that keeps a secret key for you.'),
  ).toBeVisible()
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
  // Where the operator has not turned it on, no passkey is a beginning.
  await expect(page.getByRole('button', { name: 'Begin with a passkey' })).toHaveCount(0)
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

test('a wallet that announces itself after its person came back is found without loading the page anew', async ({
  page,
}) => {
  await open(page)
  await entrance(page).click()
  await page.evaluate(() => Reflect.set(globalThis, 'isSameDocument', true))
  await page.evaluate(announce, 'Installed')
  await comeBack(page)
  await expect(page.getByRole('button', { name: 'Installed' })).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(globalThis, 'isSameDocument') as unknown)).toBe(true)
})

test('a wallet that is only in documents loaded from then on is found, at the same address', async ({ page }) => {
  await open(page)
  await entrance(page).click()
  await followMaker(page)
  await page.addInitScript(announce, 'Installed')
  await comeBack(page)
  await expect(page.getByRole('button', { name: 'Installed' })).toBeVisible()
  expect(page.url()).toContain(address)
})

test('without a new wallet the page opens where it was, and is not loaded anew a second time', async ({ page }) => {
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

test('who has followed no link is not disturbed', async ({ page }) => {
  await page.clock.install()
  await open(page)
  await page.evaluate(() => Reflect.set(globalThis, 'isSameDocument', true))
  await comeBack(page)
  await page.clock.runFor(10_000)
  expect(await page.evaluate(() => Reflect.get(globalThis, 'isSameDocument') as unknown)).toBe(true)
})

test('the page stays under a passkey that the browser asks for', async ({ page }) => {
  // As long as the browser's own window is open, nothing is answered.
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

test('the whole of it fits the narrowest phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await open(page)
  await entrance(page).click()
  await expect(explanation(page)).toBeVisible()
  await expectNoHorizontalScroll(page)
})
