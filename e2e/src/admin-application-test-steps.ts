import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { findStepUpDialog } from './find-step-up-dialog.ts'
import { firstFakeWalletName } from './wallet-sign-in-test-steps.ts'
import { chooseWalletInDialog } from './wallets-page-test-steps.ts'

export const confirmStepUpInAdminConsole = (page: Page): Promise<void> =>
  chooseWalletInDialog(findStepUpDialog(page), firstFakeWalletName)

async function fillWebsiteForm(page: Page, name: string, redirectUri: string): Promise<void> {
  await page.goto('/admin/new-application?kind=web')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await page.getByRole('textbox', { name: 'Redirect URIs', exact: true }).fill(redirectUri)
}

interface ConnectOptions {
  redirectUri?: string
  /** Whether the person stepped up recently. */
  isConfirmed?: boolean
}

export async function registerWebsiteInAdminConsole(
  page: Page,
  name: string,
  { redirectUri = `https://${name.toLowerCase()}.example/callback`, isConfirmed = false }: ConnectOptions = {},
): Promise<string> {
  await fillWebsiteForm(page, name, redirectUri)
  await page.getByRole('button', { name: 'Connect application' }).click()
  if (!isConfirmed) await confirmStepUpInAdminConsole(page)
  await page.getByRole('button', { name: 'Single values' }).click()
  const secret = await findConfigurationSnippetOnPage(page, 'client secret').innerText()
  await page.getByRole('button', { name: 'I’ve saved it' }).click()
  await page.waitForURL(/\/admin\/applications\/[^/]+$/)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  return secret
}

export async function openApplicationTab(page: Page, name: string): Promise<void> {
  const tab = page.getByRole('navigation', { name: 'Application sections' }).getByRole('link', { name })
  await tab.click()
  await expect(tab).toHaveAttribute('aria-current', 'page')
}

/** Saving is complete once the group "Unsaved changes" is gone. */
export async function saveApplicationChanges(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('group', { name: 'Unsaved changes' })).toHaveCount(0)
}

/** Among the single values, which the page shows after a click on that button. */
export const findConfigurationSnippetOnPage = (page: Page, name: string): Locator =>
  page.locator(`div:has(> dd > button[aria-label="Copy: ${name}"]) code`)

/** Starts a test login that requests all scopes. */
export async function clickBeginTestLogin(page: Page): Promise<void> {
  await openApplicationTab(page, 'Connect')
  await page.getByRole('button', { name: 'Start test login' }).click()
}

export const findTestLoginClaimTableRow = (page: Page, table: string, name: string): Locator =>
  page
    .getByRole('table', { name: table, exact: true })
    .getByRole('row')
    .filter({ has: page.locator(`code:text-is("${name}")`) })
