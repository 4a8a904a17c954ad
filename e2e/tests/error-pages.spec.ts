// A page that cannot go on says so, with a code and a way on, and is never empty: whichever document it is, and whether a part of it cannot be
// drawn or cannot be loaded. Nothing in the product fails on purpose here: answers have a shape that no screen expects, a browser lacks
// what all browsers have, and files are gone.
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/expect-accessible.ts'
import { openAccountWithFakeWallet } from '../src/wallet-sign-in-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

test.use({ allowedErrors: /TypeError|is not a|Cannot read|404 \/assets\// })

/** Every call is answered, by somebody of whom nothing is known. */
const mockMalformedResponses = (page: Page) =>
  page.route('**/api/**', (route) => route.fulfill({ json: { person: {}, session: {} } }))
/** As a browser without it would be. */
const withoutDates = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(Intl, 'DateTimeFormat', { value: undefined }))

const documents = [
  { name: 'sign-in', path: '/sign-in?interaction=abc', breakIt: mockMalformedResponses },
  { name: 'public', path: '/consent?interaction=abc', breakIt: mockMalformedResponses },
  { name: 'account', path: '/account', breakIt: mockMalformedResponses },
  { name: 'admin', path: '/admin', breakIt: mockMalformedResponses },
  { name: 'inspector', path: '/inspector#example=message.expired', breakIt: withoutDates },
]

for (const { name, path, breakIt } of documents) {
  test(`${name}: what cannot be drawn is said, with a code and two ways on`, async ({ page }) => {
    const said: string[] = []
    page.on('console', (message) => said.push(message.type()))
    await breakIt(page)
    await page.goto(path)
    await expectErrorPage(page, 'This page cannot go on.', 'page.fault')
    expect(said).toContain('error')
    await expectAccessible(page)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Load the page again' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Back to the start' })).toBeFocused()
  })
}

const shown = [
  { name: 'sign-in', path: '/sign-in', heading: 'Sign in' },
  { name: 'public', path: '/', heading: 'This is where you sign in' },
  { name: 'inspector', path: '/inspector', heading: 'Inspector' },
  { name: 'account', path: '/account', heading: 'Who you are here' },
  // Another test on this server may have made somebody its owner.
  { name: 'admin', path: '/setup', heading: /^(Set up this server|This server has an owner)$/ },
]

for (const { name, path, heading } of shown) {
  test(`${name}: messages that cannot be loaded are said to be missing, and loading again brings the page`, async ({
    page,
    key,
  }) => {
    if (name === 'account') await openAccountWithFakeWallet(page, key)
    await page.route('**/assets/messages/**', (route) => route.fulfill({ status: 404 }))
    await page.goto(path)
    await expectErrorPage(page, 'A part of this page is missing.', 'page.incomplete')
    await page.unroute('**/assets/messages/**')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
  })
}

test.describe('a screen whose file is gone', () => {
  test.beforeEach(async ({ page, key }) => {
    await openAccountWithFakeWallet(page, key)
    await page.route('**/assets/PasskeysScreen-*.js', (route) => route.fulfill({ status: 404 }))
  })

  test('is tried again in its place as long as the page is the newest', async ({ page }) => {
    await page.getByRole('link', { name: 'Passkeys', exact: true }).click()
    await expect(page.getByText('The server does not answer.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(page.getByRole('navigation').first()).toBeVisible()
  })

  test('after an upgrade leads to the new page, at the same address', async ({ page }) => {
    // What a server answers that was upgraded: documents that begin with other files.
    await page.route('**/account/passkeys', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()).replaceAll(/-[\w-]{8}\.js/g, '-upgraded.js') })
    })
    await page.getByRole('link', { name: 'Passkeys', exact: true }).click()
    await expectErrorPage(page, 'A part of this page is missing.', 'page.incomplete')
    await expectAccessible(page)
    await page.unroute('**/account/passkeys')
    await page.unroute('**/assets/PasskeysScreen-*.js')
    await page.getByRole('link', { name: 'Load the page again' }).click()
    await expect(page.getByRole('heading', { name: 'Passkeys', level: 1 })).toBeVisible()
  })
})

test.describe('in German', () => {
  test.use({ locale: 'de-DE' })

  test('it is said in German', async ({ page }) => {
    await mockMalformedResponses(page)
    await page.goto('/consent?interaction=abc')
    await expectErrorPage(page, 'Diese Seite kann nicht weiter.', 'page.fault')
    await page.unroute('**/api/**')
    await page.getByRole('link', { name: 'Zurück zum Anfang' }).click()
    await expect(page.getByRole('heading', { name: 'Hier melden Sie sich an' })).toBeVisible()
  })
})

/** The page is its heading, which has the focus and names the tab, a code, and nothing of what was there. */
async function expectErrorPage(page: Page, title: string, code: string): Promise<void> {
  const heading = page.getByRole('heading', { name: title, level: 1 })
  await expect(heading).toBeFocused()
  await expect(page).toHaveTitle(title)
  await expect(page.getByText(code, { exact: true })).toBeVisible()
  expect(await page.locator('main').count()).toBe(1)
}
