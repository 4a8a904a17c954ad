// The language: the browser's own where it exists here, English where not; and the person's choice above both.
import { expectAccountPage, installFakeWallet, firstFakeWalletName } from '../src/wallet-sign-in-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

const language = 'html'

test.describe('a German browser', () => {
  test.use({ locale: 'de-AT' })

  test('gets German, from the front page to the account', async ({ page, key }) => {
    await installFakeWallet(page, key)
    await page.goto('/')
    await expect(page.locator(language)).toHaveAttribute('lang', 'de')
    await expect(page.getByRole('heading', { name: 'Hier melden Sie sich an' })).toBeVisible()
    await page.getByRole('link', { name: 'Anmelden' }).click()
    await expect(page.getByRole('heading', { name: 'Wählen Sie Ihre Wallet' })).toBeVisible()
    await page.getByRole('button', { name: firstFakeWalletName }).click()
    await page.waitForURL('**/account')
    await expect(page.getByRole('heading', { name: 'Wer Sie hier sind' })).toBeVisible()
    await expect(page).toHaveTitle(/Wer Sie hier sind/)
  })

  test('can be changed to English, and stays so on every page', async ({ page, key }) => {
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

test.describe('a browser of a language that does not exist here', () => {
  test.use({ locale: 'fr-FR' })

  test('gets English', async ({ page }) => {
    await page.goto('/')
    await expect(page.locator(language)).toHaveAttribute('lang', 'en')
    await expect(page.getByRole('heading', { name: 'This is where you sign in' })).toBeVisible()
  })
})
