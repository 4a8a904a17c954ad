// Tests language selection: the browser's language if available, otherwise English; the person's
// choice overrides both.
import { expectAccountPage, installFakeWallet, firstFakeWalletName } from '../src/wallet-sign-in-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

const language = 'html'

test.describe('A German browser', () => {
  test.use({ locale: 'de-AT' })

  test('gets German from the home page to the account', async ({ page, key }) => {
    await installFakeWallet(page, key)
    await page.goto('/')
    await expect(page.locator(language)).toHaveAttribute('lang', 'de')
    await expect(page.getByRole('heading', { name: 'Anmelden ohne Passwort' })).toBeVisible()
    await page.getByRole('link', { name: 'Anmelden' }).click()
    await expect(page.getByRole('heading', { name: 'Wählen Sie Ihre Wallet' })).toBeVisible()
    await page.getByRole('button', { name: firstFakeWalletName }).click()
    await page.waitForURL('**/account')
    await expect(page.getByRole('heading', { name: 'Ihre Identität' })).toBeVisible()
    await expect(page).toHaveTitle(/Ihre Identität/)
  })

  test('keeps English on every page after switching to it', async ({ page, key }) => {
    await installFakeWallet(page, key)
    await page.goto('/sign-in')
    const english = page.getByRole('button', { name: 'English' })
    await english.click()
    await expect(page.getByRole('heading', { name: 'Choose your wallet' })).toBeVisible()
    await expect(page.locator(language)).toHaveAttribute('lang', 'en')
    await expect(english).toHaveAttribute('aria-pressed', 'true')
    await page.reload()
    await expect(page.locator(language)).toHaveAttribute('lang', 'en')
    await page.getByRole('button', { name: firstFakeWalletName }).click()
    await expectAccountPage(page)
    await expect(page.locator(language)).toHaveAttribute('lang', 'en')
  })
})

test.describe('A browser with an unsupported language', () => {
  test.use({ locale: 'fr-FR' })

  test('gets English', async ({ page }) => {
    await page.goto('/')
    await expect(page.locator(language)).toHaveAttribute('lang', 'en')
    await expect(page.getByRole('heading', { name: 'Sign in without a password' })).toBeVisible()
  })
})
