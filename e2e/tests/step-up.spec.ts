// Tests step-up by wallet and passkey: sensitive actions wait for it, continue afterwards, and are
// dropped if it is canceled.
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import type { BrowserContext } from '@playwright/test'
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { expectAccessible } from '../src/expect-accessible.ts'
import { addVirtualAuthenticator } from '../src/virtual-authenticator.ts'
import { findStepUpDialog } from '../src/find-step-up-dialog.ts'
import { pressControlByKeyboard } from '../src/press-control-by-keyboard.ts'
import { installFakePageClock } from '../src/fake-page-clock.ts'
import { findPasskeyListItems, signInAndAddPasskey } from '../src/passkey-page-test-steps.ts'
import {
  createApiEndpointUrlMatcher,
  mockApiEndpointError,
  mockApiEndpointErrorOnce,
} from '../src/api-response-mocking-test-steps.ts'
import { shortenAddress } from '../src/wallet-sign-in-test-steps.ts'
import {
  chooseWalletInDialog,
  confirmStepUpWithFakeFoxWallet,
  fakeFoxWalletName,
  findLinkWalletButton,
  findLinkWalletDialog,
  openAccountWalletsPage,
  setNamedWalletBehavior,
  fakeRabbitWalletName,
  signInWithFakeFoxWallet,
  switchWalletAccount,
  findWalletListItems,
} from '../src/wallets-page-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

let made = 52_000
const newKey = () => createEthereumTestKey((made += 1))

async function readSession(context: BrowserContext, origin: string) {
  const { session } = (await (
    await context.request.get(`${origin}/api/session`)
  ).json()) as ApiEndpointOutput<'readSession'>
  return session
}

test('M17, P5: a sensitive action in a new browser requires step-up, which changes the session ID', async ({
  page,
  context,
  server,
  key,
}) => {
  await signInWithFakeFoxWallet(page, { fox: key, rabbit: newKey() })
  const before = await readSession(context, server.origin)
  expect(before?.stepUpValidUntil).toBeNull()
  await openAccountWalletsPage(page)
  await findLinkWalletButton(page).click()
  await confirmStepUpWithFakeFoxWallet(page)
  await expect(findLinkWalletDialog(page)).toBeVisible()
  const after = await readSession(context, server.origin)
  expect(after?.id).not.toBe(before?.id)
  expect(Date.parse(after?.stepUpValidUntil ?? '')).toBeGreaterThan(Date.now())

  // The step-up stays valid for a while.
  await page.keyboard.press('Escape')
  await findLinkWalletButton(page).click()
  await expect(findLinkWalletDialog(page)).toBeVisible()
  await expect(findStepUpDialog(page)).toBeHidden()
})

test('closing the step-up dialog by Escape or button cancels the action and restores focus', async ({ page, key }) => {
  await signInWithFakeFoxWallet(page, { fox: key, rabbit: newKey() })
  await openAccountWalletsPage(page)
  await findLinkWalletButton(page).click()
  await expect(findStepUpDialog(page).getByRole('heading', { name: 'Confirm that it’s you' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(findLinkWalletButton(page)).toBeFocused()
  await findLinkWalletButton(page).click()
  await findStepUpDialog(page).getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(findWalletListItems(page)).toHaveCount(1)
})

test('step-up with another account names the account to switch to, then continues automatically', async ({
  page,
  key,
}) => {
  const other = newKey()
  await signInWithFakeFoxWallet(page, { fox: key, rabbit: other, rabbitToo: key })
  await openAccountWalletsPage(page)
  await findLinkWalletButton(page).click()
  await chooseWalletInDialog(findStepUpDialog(page), fakeRabbitWalletName)
  const heading = findStepUpDialog(page).getByRole('heading', {
    name: `${fakeRabbitWalletName} is using ${shortenAddress(other.address)}.`,
  })
  await expect(heading).toBeFocused()
  await expect(
    findStepUpDialog(page)
      .getByText(`To confirm, switch to ${shortenAddress(key.address)} there`, { exact: false })
      .first(),
  ).toBeVisible()
  await expectAccessible(page)
  await switchWalletAccount(page, fakeRabbitWalletName)
  await expect(findLinkWalletDialog(page)).toBeVisible()
})

test('step-up can be retried after declining to sign', async ({ page, key }) => {
  await signInWithFakeFoxWallet(page, { fox: key, rabbit: newKey() })
  await openAccountWalletsPage(page)
  await setNamedWalletBehavior(page, fakeFoxWalletName, 'declines-sign')
  await findLinkWalletButton(page).click()
  await chooseWalletInDialog(findStepUpDialog(page), fakeFoxWalletName)
  await expect(findStepUpDialog(page).getByRole('heading', { name: 'You declined to sign.' })).toBeFocused()
  await expect(findStepUpDialog(page).getByText('Nothing has been confirmed yet.', { exact: true })).toBeVisible()
  await setNamedWalletBehavior(page, fakeFoxWalletName, 'good')
  await findStepUpDialog(page).getByRole('button', { name: 'Sign again' }).click()
  await expect(findLinkWalletDialog(page)).toBeVisible()
})

test('step-up refuses a signature by another key and links to the inspector', async ({ page, key }) => {
  await signInWithFakeFoxWallet(page, { fox: key, rabbit: newKey() })
  await openAccountWalletsPage(page)
  await setNamedWalletBehavior(page, fakeFoxWalletName, 'wrong-signer')
  await findLinkWalletButton(page).click()
  await chooseWalletInDialog(findStepUpDialog(page), fakeFoxWalletName)
  await expect(
    findStepUpDialog(page).getByRole('heading', {
      name: `The signature doesn’t match ${shortenAddress(key.address)}.`,
    }),
  ).toBeVisible()
  await expect(findStepUpDialog(page).getByRole('link', { name: 'Open in the inspector' })).toHaveAttribute(
    'href',
    /^\/inspector#message=/,
  )
})

test('step-up replaces a message that expired before it was signed', async ({ page, key }) => {
  await installFakePageClock(page)
  await signInWithFakeFoxWallet(page, { fox: key, rabbit: newKey() })
  await openAccountWalletsPage(page)
  await setNamedWalletBehavior(page, fakeFoxWalletName, 'never-signs')
  await findLinkWalletButton(page).click()
  await chooseWalletInDialog(findStepUpDialog(page), fakeFoxWalletName)
  await expect(findStepUpDialog(page).getByText(`Approve in ${fakeFoxWalletName}.`).first()).toBeVisible()
  await page.clock.fastForward(5 * 60_000 + 1_000)
  await expect(findStepUpDialog(page).getByRole('heading', { name: 'This request expired.' })).toBeVisible()
  await setNamedWalletBehavior(page, fakeFoxWalletName, 'good')
  await findStepUpDialog(page).getByRole('button', { name: 'Sign the new one' }).click()
  await expect(findLinkWalletDialog(page)).toBeVisible()
})

test('step-up resends the signed message automatically after a rate limit', async ({ page, key }) => {
  await signInWithFakeFoxWallet(page, { fox: key, rabbit: newKey() })
  await openAccountWalletsPage(page)
  await mockApiEndpointError(page, createApiEndpointUrlMatcher('stepUp'), 'rate.limited', 2)
  await findLinkWalletButton(page).click()
  await chooseWalletInDialog(findStepUpDialog(page), fakeFoxWalletName)
  await expect(findStepUpDialog(page).getByRole('heading', { name: 'Too many attempts.' })).toBeVisible()
  await page.unrouteAll()
  await expect(findLinkWalletDialog(page)).toBeVisible()
})

test('the step-up dialog shows a load error and offers a retry', async ({ page, key }) => {
  await signInWithFakeFoxWallet(page, { fox: key, rabbit: newKey() })
  await openAccountWalletsPage(page)
  await mockApiEndpointError(page, createApiEndpointUrlMatcher('listPasskeys'), 'database.unavailable')
  await findLinkWalletButton(page).click()
  await expect(findStepUpDialog(page).getByText('The server can’t reach its database right now.')).toBeVisible()
  await page.unrouteAll()
  await findStepUpDialog(page).getByRole('button', { name: 'Try again' }).click()
  await expect(findStepUpDialog(page).getByRole('button', { name: fakeFoxWalletName })).toBeVisible()
})

test('step-up leads to the signed-out page if the session has ended', async ({ page, key }) => {
  await signInWithFakeFoxWallet(page, { fox: key, rabbit: newKey() })
  await openAccountWalletsPage(page)
  await mockApiEndpointError(page, createApiEndpointUrlMatcher('stepUp'), 'session.required')
  await findLinkWalletButton(page).click()
  await chooseWalletInDialog(findStepUpDialog(page), fakeFoxWalletName)
  await page.waitForURL('**/signed-out?reason=ended')
})

test('the step-up dialog is accessible, traps focus and works by keyboard', async ({ page, key }) => {
  await signInWithFakeFoxWallet(page, { fox: key, rabbit: newKey() })
  await openAccountWalletsPage(page)
  await pressControlByKeyboard(page, findLinkWalletButton(page))
  await expect(findStepUpDialog(page).getByRole('button', { name: fakeFoxWalletName })).toBeVisible()
  await expectAccessible(page)
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press('Tab')
    // Between the last element and the first, the focus is on the browser's own controls, so no
    // element of the page has it.
    expect(
      await page.evaluate(
        () =>
          document.activeElement === document.body ||
          document.querySelector('dialog')?.contains(document.activeElement),
      ),
    ).toBe(true)
  }
  await pressControlByKeyboard(page, findStepUpDialog(page).getByRole('button', { name: fakeFoxWalletName }))
  await expect(findLinkWalletDialog(page).getByRole('heading', { name: 'Link another wallet' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(findLinkWalletButton(page)).toBeFocused()
})

test('step-up works with a passkey; canceling the passkey prompt is not an error', async ({
  page,
  context,
  server,
  key,
}) => {
  const authenticator = await addVirtualAuthenticator(page)
  await signInAndAddPasskey(page, key)
  const before = await readSession(context, server.origin)
  await mockApiEndpointErrorOnce(page, createApiEndpointUrlMatcher('changePasskey'), 'step_up.required')
  await page.getByRole('button', { name: 'Rename' }).click()
  await page.keyboard.type('Desk')
  await page.keyboard.press('Enter')

  const usePasskey = findStepUpDialog(page).getByRole('button', { name: 'Use a passkey' })
  await expect(usePasskey).toBeVisible()
  await expect(findStepUpDialog(page).getByRole('list', { name: 'Choose your wallet' })).toBeVisible()
  await expectAccessible(page)
  // THREATS P6: a passkey without user verification does not count.
  await authenticator.setUserVerified(false)
  await usePasskey.click()
  await expect(findStepUpDialog(page).getByText('No passkey was used.', { exact: true })).toBeVisible()
  await expect(findStepUpDialog(page).getByRole('status').last()).toContainText(
    'Nothing has been confirmed yet. If your browser didn’t offer a passkey, it has none for this site.',
  )
  await authenticator.setUserVerified(true)
  await usePasskey.click()
  await expect(findStepUpDialog(page)).toBeHidden()
  await expect(findPasskeyListItems(page).getByRole('heading', { name: 'Desk' })).toBeVisible()
  const after = await readSession(context, server.origin)
  expect(after?.id).not.toBe(before?.id)
  expect(after?.passkey).not.toBeNull()
})

test('the step-up dialog shows an error if its code cannot be loaded', async ({ page, key }) => {
  await signInWithFakeFoxWallet(page, { fox: key, rabbit: newKey() })
  await openAccountWalletsPage(page)
  await page.route('**/assets/start-signIn-*', (route) => route.abort())
  await findLinkWalletButton(page).click()
  await expect(findStepUpDialog(page).getByRole('alert')).toContainText('The server isn’t responding.')
  await expect(findStepUpDialog(page).getByRole('button', { name: 'Try again' })).toBeVisible()
})
