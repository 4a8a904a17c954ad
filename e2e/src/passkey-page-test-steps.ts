import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import type { EthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { readPasskeyRequestsOfPage } from './virtual-authenticator.ts'
import type { VirtualAuthenticator } from './virtual-authenticator.ts'
import { findStepUpDialog } from './find-step-up-dialog.ts'
import {
  expectAccountPage,
  openAccountWithFakeWallet,
  signOutFromAccount,
  firstFakeWalletName,
} from './wallet-sign-in-test-steps.ts'

export const findAddPasskeyButton = (page: Page): Locator => page.getByRole('button', { name: 'Add a passkey' })
export const findUsePasskeyButton = (page: Page): Locator => page.getByRole('button', { name: 'Use a passkey' })
export const findPasskeyListItems = (page: Page): Locator =>
  page.getByRole('list', { name: 'Your passkeys' }).getByRole('listitem')

/** Waits for the part of the account page that appears together with the suggestion to add a passkey. */
export const expectAccountPageComplete = (page: Page): Promise<void> =>
  expect(page.getByRole('link', { name: 'What if you lose access?' })).toBeVisible()

export async function openPasskeysPage(page: Page): Promise<void> {
  await page.goto('/account/passkeys')
  await expect(page.getByRole('heading', { level: 1, name: 'Your passkeys' })).toBeVisible()
}

export async function confirmStepUpByWallet(page: Page): Promise<void> {
  await findStepUpDialog(page).getByRole('button', { name: firstFakeWalletName }).click()
  await expect(findStepUpDialog(page)).toBeHidden()
}

export async function signInAndAddPasskey(page: Page, key: EthereumTestKey): Promise<void> {
  await openAccountWithFakeWallet(page, key)
  await openPasskeysPage(page)
  await findAddPasskeyButton(page).click()
  await confirmStepUpByWallet(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(findPasskeyListItems(page)).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Rename' })).toBeVisible()
}

/** The authenticator reports a present user only once the browser can list passkeys. */
export async function returnToSignInPage(
  page: Page,
  authenticator: VirtualAuthenticator,
  path = '/sign-in',
): Promise<void> {
  await authenticator.setUserPresent(false)
  if (await page.getByRole('button', { name: 'Sign out' }).isVisible()) await signOutFromAccount(page)
  await page.goto(path)
  await expect.poll(() => readPasskeyRequestsOfPage(page)).toEqual(['field'])
  await authenticator.setUserPresent(true)
}

export async function expectSignedInByPasskey(page: Page, label: string): Promise<void> {
  await expectAccountPage(page)
  await expect(page.getByText('Signed in with this wallet')).toBeHidden()
  await expect(page.getByRole('main').getByText(label)).toBeVisible()
}
