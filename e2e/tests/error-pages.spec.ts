// Tests error boundaries: every document shows a code and a way to continue, whether rendering or
// loading fails. Failures come from malformed responses, missing browser features and missing
// files.
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/expect-accessible.ts'
import { openAccountWithFakeWallet } from '../src/wallet-sign-in-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

test.use({ allowedErrors: /TypeError|is not a|Cannot read|404 \/assets\// })

const mockMalformedResponses = (page: Page) =>
  page.route('**/api/**', (route) => route.fulfill({ json: { person: {}, session: {} } }))
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
  test(`${name}: a rendering error shows an error page with a code and two links`, async ({ page }) => {
    const said: string[] = []
    page.on('console', (message) => said.push(message.type()))
    await breakIt(page)
    await page.goto(path)
    await expectErrorPage(page, 'Something went wrong on this page.', 'page.fault')
    expect(said).toContain('error')
    await expectAccessible(page)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Reload page' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Home page' })).toBeFocused()
  })
}

const shown = [
  { name: 'sign-in', path: '/sign-in', heading: 'Sign in' },
  { name: 'public', path: '/', heading: 'Sign in without a password' },
  { name: 'inspector', path: '/inspector', heading: 'Inspector' },
  { name: 'account', path: '/account', heading: 'Your identity' },
  // Another test on this server may have made someone its owner.
  { name: 'admin', path: '/setup', heading: /^(Set up this server|This server already has an owner)$/ },
]

for (const { name, path, heading } of shown) {
  test(`${name}: missing messages show an error page, and reloading recovers`, async ({ page, key }) => {
    if (name === 'account') await openAccountWithFakeWallet(page, key)
    await page.route('**/assets/messages/**', (route) => route.fulfill({ status: 404 }))
    await page.goto(path)
    await expectErrorPage(page, 'Part of this page is missing.', 'page.incomplete')
    await page.unroute('**/assets/messages/**')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
  })
}

test.describe('A screen whose file is missing', () => {
  test.beforeEach(async ({ page, key }) => {
    await openAccountWithFakeWallet(page, key)
    await page.route('**/assets/PasskeysScreen-*.js', (route) => route.fulfill({ status: 404 }))
  })

  test('offers a retry in place while the page belongs to the current release', async ({ page }) => {
    await page.getByRole('link', { name: 'Passkeys', exact: true }).click()
    await expect(page.getByText('The server isn’t responding.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(page.getByRole('navigation').first()).toBeVisible()
  })

  test('leads to the new release at the same URL after an upgrade', async ({ page }) => {
    // Simulates an upgrade: documents that reference different files.
    await page.route('**/account/passkeys', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()).replaceAll(/-[\w-]{8}\.js/g, '-upgraded.js') })
    })
    await page.getByRole('link', { name: 'Passkeys', exact: true }).click()
    await expectErrorPage(page, 'Part of this page is missing.', 'page.incomplete')
    await expectAccessible(page)
    await page.unroute('**/account/passkeys')
    await page.unroute('**/assets/PasskeysScreen-*.js')
    await page.getByRole('link', { name: 'Reload page' }).click()
    await expect(page.getByRole('heading', { name: 'Passkeys', level: 1 })).toBeVisible()
  })
})

test.describe('Error pages in German', () => {
  test.use({ locale: 'de-DE' })

  test('the error page is translated', async ({ page }) => {
    await mockMalformedResponses(page)
    await page.goto('/consent?interaction=abc')
    await expectErrorPage(page, 'Auf dieser Seite ist etwas schiefgegangen.', 'page.fault')
    await page.unroute('**/api/**')
    await page.getByRole('link', { name: 'Startseite' }).click()
    await expect(page.getByRole('heading', { name: 'Anmelden ohne Passwort' })).toBeVisible()
  })
})

/**
 * The page shows a focused heading that names the tab, a code, and nothing of its previous content.
 */
async function expectErrorPage(page: Page, title: string, code: string): Promise<void> {
  const heading = page.getByRole('heading', { name: title, level: 1 })
  await expect(heading).toBeFocused()
  await expect(page).toHaveTitle(title)
  await expect(page.getByText(code, { exact: true })).toBeVisible()
  expect(await page.locator('main').count()).toBe(1)
}
