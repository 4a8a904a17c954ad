// What an administrator does with applications in the console, for the tests that begin with one.
import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { findStepUpDialog } from './find-step-up-dialog.ts'
import { firstFakeWalletName } from './wallet-sign-in-test-steps.ts'
import { chooseWalletInDialog } from './wallets-page-test-steps.ts'

/** Confirms with the wallet of the page, where the console asks who it is. */
export const confirmStepUpInAdminConsole = (page: Page): Promise<void> =>
  chooseWalletInDialog(findStepUpDialog(page), firstFakeWalletName)

/** Fills in what a website needs, up to the button that connects it. */
async function fillWebsiteForm(page: Page, name: string, redirectUri: string): Promise<void> {
  await page.goto('/admin/new-application')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await page.getByRole('textbox', { name: 'Redirect addresses', exact: true }).fill(redirectUri)
  await expect(page.getByRole('button', { name: 'Copy: client id' })).toBeVisible()
}

interface ConnectOptions {
  redirectUri?: string
  /** Whether the person proved themselves a moment ago, so that the console does not ask. */
  isConfirmed?: boolean
}

/** Connects a website and goes to its page. @returns its secret, which is told once */
export async function registerWebsiteInAdminConsole(
  page: Page,
  name: string,
  { redirectUri = `https://${name.toLowerCase()}.example/callback`, isConfirmed = false }: ConnectOptions = {},
): Promise<string> {
  await fillWebsiteForm(page, name, redirectUri)
  await page.getByRole('button', { name: 'Connect it' }).click()
  if (!isConfirmed) await confirmStepUpInAdminConsole(page)
  const secret = await findConfigurationSnippetOnPage(page, 'client secret').innerText()
  await page.getByRole('button', { name: 'I have kept it' }).click()
  await page.waitForURL(/\/admin\/applications\/[^/]+$/)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  return secret
}

/** Goes to a tab of the page of an application. */
export async function openApplicationTab(page: Page, name: string): Promise<void> {
  const tab = page.getByRole('navigation', { name: 'Parts of this application' }).getByRole('link', { name })
  await tab.click()
  await expect(tab).toHaveAttribute('aria-current', 'page')
}

/** Saves what was changed of the application, and waits until it is saved: while it is, the button is called otherwise. */
export async function saveApplicationChanges(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save the changes' }).click()
  await expect(page.getByRole('group', { name: 'Not saved yet' })).toHaveCount(0)
}

/** A value that can be pasted into the other side, by its name. */
export const findConfigurationSnippetOnPage = (page: Page, name: string): Locator =>
  page
    .getByRole('region', { name: 'What to paste into the other side' })
    .locator(`div:has(> div > button[aria-label="Copy: ${name}"]) code`)

/** Goes from the page of an application to the real sign-in, asking for everything that is offered. */
export async function clickBeginTestLogin(page: Page): Promise<void> {
  await openApplicationTab(page, 'Connect')
  await page.getByRole('button', { name: 'Begin a test login' }).click()
}

/** The row of a claim in one of the tables of a test login. */
export const findTestLoginClaimTableRow = (page: Page, table: string, name: string): Locator =>
  page
    .getByRole('table', { name: table, exact: true })
    .getByRole('row')
    .filter({ has: page.locator(`code:text-is("${name}")`) })
