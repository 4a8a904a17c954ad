// What a person does with passkeys: on the page of theirs, and on the sign-in page.
import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import type { TestKey } from '@countersign/testing/test-keys'
import { readRequests } from './authenticator.ts'
import type { Authenticator } from './authenticator.ts'
import { confirmDialog } from './confirm-dialog.ts'
import { expectAccount, signIn, signOut, walletName } from './sign-in.ts'

export const addButton = (page: Page): Locator => page.getByRole('button', { name: 'Add a passkey' })
export const useButton = (page: Page): Locator => page.getByRole('button', { name: 'Use a passkey' })
export const passkeyRows = (page: Page): Locator =>
  page.getByRole('list', { name: 'Your passkeys' }).getByRole('listitem')

export async function openPasskeys(page: Page): Promise<void> {
  await page.goto('/account/passkeys')
  await expect(page.getByRole('heading', { level: 1, name: 'Your passkeys' })).toBeVisible()
}

/** Confirms by the wallet that the person signed in with. */
export async function confirmByWallet(page: Page): Promise<void> {
  await confirmDialog(page).getByRole('button', { name: walletName }).click()
  await expect(confirmDialog(page)).toBeHidden()
}

/** Signs in by a wallet, adds a passkey and takes the name that is offered for it. */
export async function signInAndAdd(page: Page, key: TestKey): Promise<void> {
  await signIn(page, key)
  await openPasskeys(page)
  await addButton(page).click()
  await confirmByWallet(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(passkeyRows(page)).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Rename' })).toBeVisible()
}

/**
 * Opens the sign-in page, signs out before where somebody is signed in, and waits until the browser could list passkeys; only
 * then is somebody at the authenticator.
 */
export async function returnToSignIn(page: Page, authenticator: Authenticator, path = '/sign-in'): Promise<void> {
  await authenticator.setPresent(false)
  if (await page.getByRole('button', { name: 'Sign out' }).isVisible()) await signOut(page)
  await page.goto(path)
  await expect.poll(() => readRequests(page)).toEqual(['field'])
  await authenticator.setPresent(true)
}

/** Waits until the account is shown to somebody who came by a passkey. */
export async function expectSignedInByPasskey(page: Page, label: string): Promise<void> {
  await expectAccount(page)
  await expect(page.getByText('Signed in with this wallet')).toBeHidden()
  await expect(page.getByRole('main').getByText(label)).toBeVisible()
}
