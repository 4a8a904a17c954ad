// P20: tests passkeys that the browser creates in the background after a wallet sign-in.
import type { Page } from '@playwright/test'
import {
  addVirtualAuthenticator,
  allowConditionalCreation,
  readPasskeyCreationsOfPage,
} from '../src/virtual-authenticator.ts'
import { expectAccessible } from '../src/expect-accessible.ts'
import {
  confirmStepUpByWallet,
  expectAccountPageComplete,
  findAddPasskeyButton,
  findPasskeyListItems,
  openPasskeysPage,
} from '../src/passkey-page-test-steps.ts'
import {
  expectAccountPage,
  firstFakeWalletName,
  openAccountWithFakeWallet,
  signOutFromAccount,
} from '../src/wallet-sign-in-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

const findChoice = (page: Page) =>
  page.getByRole('checkbox', { name: 'Let this browser create a passkey for you after a wallet sign-in' })
const findNotice = (page: Page) => page.locator('#content').getByText('This browser created a passkey for you.')

async function signInAgainByWallet(page: Page): Promise<void> {
  await signOutFromAccount(page)
  await page.goto('/sign-in')
  await page.getByRole('button', { name: firstFakeWalletName }).click()
  await expectAccountPage(page)
}

test('P20: the browser creates a passkey only if allowed, once, and the account shows it', async ({ page, key }) => {
  test.slow()
  const authenticator = await addVirtualAuthenticator(page)
  await allowConditionalCreation(page)
  await openAccountWithFakeWallet(page, key)
  await openPasskeysPage(page)
  // The step-up makes the browser a known one, though no passkey is added.
  await authenticator.setUserVerified(false)
  await findAddPasskeyButton(page).click()
  await confirmStepUpByWallet(page)
  await expect(page.getByText('No passkey was added.')).toBeVisible()
  await expect(page.getByText('A security key needs a PIN.')).toBeVisible()
  await authenticator.setUserVerified(true)
  await expect(findChoice(page)).not.toBeChecked()
  await expectAccessible(page)

  await signInAgainByWallet(page)
  await expectAccountPageComplete(page)
  expect(await readPasskeyCreationsOfPage(page), 'it is off by default').toEqual([])

  await openPasskeysPage(page)
  await findChoice(page).check()
  await signInAgainByWallet(page)
  await expect(findNotice(page)).toBeVisible()
  expect(await readPasskeyCreationsOfPage(page)).toEqual(['conditional'])
  await expectAccessible(page)
  await page.getByRole('link', { name: 'See your passkeys' }).click()
  await expect(findPasskeyListItems(page)).toHaveCount(1)
  await expect(
    findPasskeyListItems(page).getByRole('heading', { name: 'Created automatically after a wallet sign-in' }),
  ).toBeVisible()
  await expect(findChoice(page), 'it happens once').not.toBeChecked()
  await page.goto('/account/activity')
  await expect(page.getByText(/^A browser created the passkey .* as you allowed there\.$/)).toBeVisible()

  // With a user present, the authenticator would sign in with the passkey by itself.
  await authenticator.setUserPresent(false)
  await signInAgainByWallet(page)
  await expectAccountPageComplete(page)
  expect(await readPasskeyCreationsOfPage(page)).toEqual([])
})

test('P20: the choice is not offered by a browser that cannot create passkeys in the background', async ({
  page,
  key,
}) => {
  await addVirtualAuthenticator(page)
  await page.addInitScript(() => Reflect.deleteProperty(PublicKeyCredential, 'getClientCapabilities'))
  await openAccountWithFakeWallet(page, key)
  await openPasskeysPage(page)
  await expect(page.getByText('No passkeys yet')).toBeVisible()
  await expect(findChoice(page)).toHaveCount(0)
})
