// Confirming that it is still the same person: what is sensitive waits for it, goes on by itself afterwards, and does not
// happen where it is put away. By wallet and by passkey.
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

/** What the server says of the session of this browser. */
async function readSession(context: BrowserContext, origin: string) {
  const { session } = (await (
    await context.request.get(`${origin}/api/session`)
  ).json()) as ApiEndpointOutput<'readSession'>
  return session
}

test('M17, P5 what is sensitive waits for a second proof in a new browser, and the session goes on under another id', async ({
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

  // It counts for a while: nobody is asked again.
  await page.keyboard.press('Escape')
  await findLinkWalletButton(page).click()
  await expect(findLinkWalletDialog(page)).toBeVisible()
  await expect(findStepUpDialog(page)).toBeHidden()
})

test('put away by Escape or by its button: nothing happened, and the focus is back', async ({ page, key }) => {
  await signInWithFakeFoxWallet(page, { fox: key, rabbit: newKey() })
  await openAccountWalletsPage(page)
  await findLinkWalletButton(page).click()
  await expect(findStepUpDialog(page).getByRole('heading', { name: 'Confirm that it is you' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(findLinkWalletButton(page)).toBeFocused()
  await findLinkWalletButton(page).click()
  await findStepUpDialog(page).getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(findWalletListItems(page)).toHaveCount(1)
})

test('a wallet on an address that is not the person’s: says which to switch to, and goes on by itself', async ({
  page,
  key,
}) => {
  const other = newKey()
  await signInWithFakeFoxWallet(page, { fox: key, rabbit: other, rabbitToo: key })
  await openAccountWalletsPage(page)
  await findLinkWalletButton(page).click()
  await chooseWalletInDialog(findStepUpDialog(page), fakeRabbitWalletName)
  const heading = findStepUpDialog(page).getByRole('heading', {
    name: `${fakeRabbitWalletName} is on ${shortenAddress(other.address)}.`,
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

test('declined, then signed after all', async ({ page, key }) => {
  await signInWithFakeFoxWallet(page, { fox: key, rabbit: newKey() })
  await openAccountWalletsPage(page)
  await setNamedWalletBehavior(page, fakeFoxWalletName, 'declines-sign')
  await findLinkWalletButton(page).click()
  await chooseWalletInDialog(findStepUpDialog(page), fakeFoxWalletName)
  await expect(findStepUpDialog(page).getByRole('heading', { name: 'You declined to sign.' })).toBeFocused()
  await expect(findStepUpDialog(page).getByText('Nothing is confirmed yet.', { exact: true })).toBeVisible()
  await setNamedWalletBehavior(page, fakeFoxWalletName, 'good')
  await findStepUpDialog(page).getByRole('button', { name: 'Sign again' }).click()
  await expect(findLinkWalletDialog(page)).toBeVisible()
})

test('signed by somebody else: refused in the dialog, with the way to look into it', async ({ page, key }) => {
  await signInWithFakeFoxWallet(page, { fox: key, rabbit: newKey() })
  await openAccountWalletsPage(page)
  await setNamedWalletBehavior(page, fakeFoxWalletName, 'wrong-signer')
  await findLinkWalletButton(page).click()
  await chooseWalletInDialog(findStepUpDialog(page), fakeFoxWalletName)
  await expect(
    findStepUpDialog(page).getByRole('heading', {
      name: `The signature does not match ${shortenAddress(key.address)}.`,
    }),
  ).toBeVisible()
  await expect(findStepUpDialog(page).getByRole('link', { name: 'Open in the inspector' })).toHaveAttribute(
    'href',
    /^\/inspector#message=/,
  )
})

test('a message that is not signed in time is replaced', async ({ page, key }) => {
  await installFakePageClock(page)
  await signInWithFakeFoxWallet(page, { fox: key, rabbit: newKey() })
  await openAccountWalletsPage(page)
  await setNamedWalletBehavior(page, fakeFoxWalletName, 'never-signs')
  await findLinkWalletButton(page).click()
  await chooseWalletInDialog(findStepUpDialog(page), fakeFoxWalletName)
  await expect(findStepUpDialog(page).getByText(`Sign in ${fakeFoxWalletName}.`).first()).toBeVisible()
  await page.clock.fastForward(5 * 60_000 + 1_000)
  await expect(findStepUpDialog(page).getByRole('heading', { name: 'This request expired.' })).toBeVisible()
  await setNamedWalletBehavior(page, fakeFoxWalletName, 'good')
  await findStepUpDialog(page).getByRole('button', { name: 'Sign the new one' }).click()
  await expect(findLinkWalletDialog(page)).toBeVisible()
})

test('too many tries: says when, and sends the signed message again by itself', async ({ page, key }) => {
  await signInWithFakeFoxWallet(page, { fox: key, rabbit: newKey() })
  await openAccountWalletsPage(page)
  await mockApiEndpointError(page, createApiEndpointUrlMatcher('stepUp'), 'rate.limited', 2)
  await findLinkWalletButton(page).click()
  await chooseWalletInDialog(findStepUpDialog(page), fakeFoxWalletName)
  await expect(findStepUpDialog(page).getByRole('heading', { name: 'Too many attempts.' })).toBeVisible()
  await page.unrouteAll()
  await expect(findLinkWalletDialog(page)).toBeVisible()
})

test('the lists cannot be had: says so in the dialog, and tries again', async ({ page, key }) => {
  await signInWithFakeFoxWallet(page, { fox: key, rabbit: newKey() })
  await openAccountWalletsPage(page)
  await mockApiEndpointError(page, createApiEndpointUrlMatcher('listPasskeys'), 'database.unavailable')
  await findLinkWalletButton(page).click()
  await expect(findStepUpDialog(page).getByText('The server can’t reach its database right now.')).toBeVisible()
  await page.unrouteAll()
  await findStepUpDialog(page).getByRole('button', { name: 'Try again' }).click()
  await expect(findStepUpDialog(page).getByRole('button', { name: fakeFoxWalletName })).toBeVisible()
})

test('the session ended meanwhile: the browser says so', async ({ page, key }) => {
  await signInWithFakeFoxWallet(page, { fox: key, rabbit: newKey() })
  await openAccountWalletsPage(page)
  await mockApiEndpointError(page, createApiEndpointUrlMatcher('stepUp'), 'session.required')
  await findLinkWalletButton(page).click()
  await chooseWalletInDialog(findStepUpDialog(page), fakeFoxWalletName)
  await page.waitForURL('**/signed-out?reason=ended')
})

test('by keyboard alone, with the focus kept inside, and without a fault that axe knows', async ({ page, key }) => {
  await signInWithFakeFoxWallet(page, { fox: key, rabbit: newKey() })
  await openAccountWalletsPage(page)
  await pressControlByKeyboard(page, findLinkWalletButton(page))
  await expect(findStepUpDialog(page).getByRole('button', { name: fakeFoxWalletName })).toBeVisible()
  await expectAccessible(page)
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press('Tab')
    // The browser's own controls come between the last and the first; then the page has no focus at all.
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

test('by a passkey, which comes first where the person has one; calling it off is no failure', async ({
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
  // THREATS P6: whoever the authenticator does not know confirms nothing.
  await authenticator.setUserVerified(false)
  await usePasskey.click()
  await expect(findStepUpDialog(page).getByText('No passkey was used.', { exact: true })).toBeVisible()
  await expect(findStepUpDialog(page).getByRole('status').last()).toContainText(
    'Nothing is confirmed yet. If your browser offered no passkey, it has none for this site.',
  )
  await authenticator.setUserVerified(true)
  await usePasskey.click()
  await expect(findStepUpDialog(page)).toBeHidden()
  await expect(findPasskeyListItems(page).getByRole('heading', { name: 'Desk' })).toBeVisible()
  const after = await readSession(context, server.origin)
  expect(after?.id).not.toBe(before?.id)
  expect(after?.passkey).not.toBeNull()
})

test('a dialog whose code for the proof cannot be fetched says so', async ({ page, key }) => {
  await signInWithFakeFoxWallet(page, { fox: key, rabbit: newKey() })
  await openAccountWalletsPage(page)
  await page.route('**/assets/start-signIn-*', (route) => route.abort())
  await findLinkWalletButton(page).click()
  await expect(findStepUpDialog(page).getByRole('alert')).toContainText('The server does not answer.')
  await expect(findStepUpDialog(page).getByRole('button', { name: 'Try again' })).toBeVisible()
})
