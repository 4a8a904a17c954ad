// Tests the offer to add a passkey after a sign-in.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { addVirtualAuthenticator } from '../src/virtual-authenticator.ts'
import { expectAccessible } from '../src/expect-accessible.ts'
import { findStepUpDialog } from '../src/find-step-up-dialog.ts'
import {
  findAddPasskeyButton,
  confirmStepUpByWallet,
  expectAccountPageComplete,
  expectSignedInByPasskey,
  findPasskeyListItems,
  returnToSignInPage,
  findUsePasskeyButton,
} from '../src/passkey-page-test-steps.ts'
import { createApiEndpointUrlMatcher } from '../src/api-response-mocking-test-steps.ts'
import {
  expectAccountPage,
  openAccountWithFakeWallet,
  signOutFromAccount,
  firstFakeWalletName,
} from '../src/wallet-sign-in-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

const nudge = 'Add a passkey, so that losing this wallet doesn’t lock you out.'

test('the offer after the first sign-in creates a named passkey that can sign in', async ({ page, key }) => {
  const authenticator = await addVirtualAuthenticator(page, { isSynced: true })
  await openAccountWithFakeWallet(page, key)
  await expect(page.getByText(nudge)).toBeVisible()
  await expectAccessible(page)
  await findAddPasskeyButton(page).click()
  await expect(findStepUpDialog(page)).toBeVisible()
  await expect(
    page.locator('main button', { hasText: 'One moment…' }),
    'it is not the browser’s turn yet',
  ).toBeVisible()
  await confirmStepUpByWallet(page)

  await expect(page.getByRole('heading', { level: 1, name: 'Your passkeys' })).toBeVisible()
  await expect(page.getByRole('main').getByText('Your passkey is ready.')).toBeVisible()
  const name = page.getByRole('textbox', { name: 'Name of the passkey' })
  await expect(name).toBeFocused()
  await expect(name).toHaveValue('Chrome on Linux')
  await expectAccessible(page)
  await name.fill('My laptop')
  await name.press('Enter')
  await expect(findPasskeyListItems(page).getByRole('heading', { name: 'My laptop' })).toBeVisible()
  await expect(findPasskeyListItems(page)).toContainText('Synced across devices and backed up.')
  await expect(page.getByRole('status')).toContainText('Renamed the passkey to My laptop.')
  await expectAccessible(page)

  await page.goto('/account')
  await expectAccountPage(page)
  await expectAccountPageComplete(page)
  await expect(page.getByText(nudge)).toBeHidden()
  await returnToSignInPage(page, authenticator)
  await findUsePasskeyButton(page).click()
  await expectSignedInByPasskey(page, 'My laptop')
})

test('a person with two wallets gets no passkey offer', async ({ page, key }) => {
  await openAccountWithFakeWallet(page, key)
  await expect(page.getByText(nudge)).toBeVisible()
  await page.route(createApiEndpointUrlMatcher('listWallets'), async (route) => {
    const response = await route.fetch()
    const list = (await response.json()) as ApiEndpointOutput<'listWallets'>
    await route.fulfill({
      response,
      json: {
        ...list,
        items: [...list.items, ...list.items.map((wallet) => ({ ...wallet, id: '0'.repeat(26), primary: false }))],
      },
    })
  })
  await page.reload()
  await expectAccountPageComplete(page)
  await expect(page.getByText(nudge)).toBeHidden()
})

test('a dismissed offer stays hidden for this person in this browser', async ({ page, key, context }) => {
  await openAccountWithFakeWallet(page, key)
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(page.getByText(nudge)).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await signOutFromAccount(page)
  await page.goto('/sign-in')
  await page.getByRole('button', { name: firstFakeWalletName }).click()
  await expectAccountPage(page)
  await expectAccountPageComplete(page)
  await expect(page.getByText(nudge)).toBeHidden()

  const other = await context.newPage()
  await other.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'))
  await other.addInitScript(() => localStorage.clear())
  await other.goto('/account')
  await expectAccountPageComplete(other)
  await expect(other.getByText(nudge), 'nor where there are no passkeys at all').toBeHidden()
})
