// Tests passkey sign-in and its refusals, with the real server and a virtual authenticator.
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/expect-accessible.ts'
import {
  addVirtualAuthenticator,
  readPasskeyRequestsOfPage,
  disableConditionalMediation,
} from '../src/virtual-authenticator.ts'
import { pressControlByKeyboard } from '../src/press-control-by-keyboard.ts'
import { pauseFakePageClock, installFakePageClock } from '../src/fake-page-clock.ts'
import {
  expectSignedInByPasskey,
  returnToSignInPage,
  signInAndAddPasskey,
  findUsePasskeyButton,
} from '../src/passkey-page-test-steps.ts'
import {
  createApiEndpointUrlMatcher,
  mockHangingApiEndpoint,
  mockApiEndpointError,
} from '../src/api-response-mocking-test-steps.ts'
import { expectAccountPage, installFakeWallet, firstFakeWalletName } from '../src/wallet-sign-in-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

const main = (page: Page) => page.getByRole('main')
test('a passkey signs in by button, also by keyboard, or by browser autofill', async ({ page, key }) => {
  test.slow()
  const authenticator = await addVirtualAuthenticator(page)
  await signInAndAddPasskey(page, key)
  await installFakePageClock(page)
  await returnToSignInPage(page, authenticator)
  await expect(main(page).getByRole('textbox')).toHaveCount(0)
  await expectAccessible(page)
  await pauseFakePageClock(page)
  await pressControlByKeyboard(page, findUsePasskeyButton(page))
  await expect(page.getByRole('heading', { level: 2, name: /^Signed in as 0x/ })).toBeFocused()
  await expect(page.getByRole('status')).toContainText('Continuing…')
  await expectAccessible(page, true)
  await page.clock.resume()
  await expectSignedInByPasskey(page, 'Chrome on Linux')

  // Nothing is clicked: the browser responds as if the passkey had been chosen from autofill.
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Sign in with a different wallet' }).click()
  await expect(page.getByRole('heading', { level: 2, name: /^Signed in as 0x/ })).toBeVisible()
  expect(await readPasskeyRequestsOfPage(page)).toEqual(['field'])
  await expectSignedInByPasskey(page, 'Chrome on Linux')
})

test('the passkey button replaces the autofill request without shifting the layout', async ({ page, key }) => {
  const authenticator = await addVirtualAuthenticator(page)
  await signInAndAddPasskey(page, key)
  await returnToSignInPage(page, authenticator)
  await authenticator.setUserVerified(false)
  const places = async () => [
    await page.getByRole('button', { name: firstFakeWalletName }).boundingBox(),
    await findUsePasskeyButton(page).boundingBox(),
  ]
  await page.evaluate(() => document.fonts.ready)
  const before = await places()

  // THREATS P6: without user verification, the page does not retry and nothing reaches the server.
  await findUsePasskeyButton(page).click()
  await expect(main(page).getByText('You canceled. You’re not signed in.')).toBeVisible()
  await expect(page.getByRole('status')).toContainText('You canceled. You’re not signed in.')
  await expect(findUsePasskeyButton(page)).toBeFocused()
  expect(await places()).toEqual(before)
  expect((await readPasskeyRequestsOfPage(page)).slice(0, 2)).toEqual(['field', 'question'])
  await expectAccessible(page)

  await authenticator.setUserVerified(true)
  await mockHangingApiEndpoint(page, createApiEndpointUrlMatcher('signInWithPasskey'))
  await page.setViewportSize({ width: 1280, height: 720 })
  await findUsePasskeyButton(page).click()
  await expect(page.getByRole('button', { name: 'Checking…' })).toBeVisible()
  await expect(main(page).getByText('This site is verifying your passkey.')).toBeVisible()
  // While the server verifies the passkey, no wallet can be used.
  await page.getByRole('button', { name: firstFakeWalletName }).click()
  await expect(page.getByRole('button', { name: 'Checking…' })).toBeVisible()
  await expectAccessible(page)
})

test('choosing a wallet replaces a pending passkey request', async ({ page, key }) => {
  const authenticator = await addVirtualAuthenticator(page)
  await authenticator.setUserPresent(false)
  await installFakeWallet(page, key)
  await page.goto('/sign-in')
  await expect.poll(() => readPasskeyRequestsOfPage(page)).toEqual(['field'])
  await findUsePasskeyButton(page).click()
  await expect(page.getByRole('button', { name: 'Waiting…' })).toBeVisible()
  await expect(main(page).getByText('Waiting for your passkey. Follow the steps in your browser.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: firstFakeWalletName }).click()
  await expectAccountPage(page)
})

test('the autofill request is renewed before it expires while the page is visible', async ({ page }) => {
  await addVirtualAuthenticator(page).then((authenticator) => authenticator.setUserPresent(false))
  await installFakePageClock(page)
  await page.goto('/sign-in')
  await expect.poll(() => readPasskeyRequestsOfPage(page)).toEqual(['field'])
  await page.clock.fastForward(4 * 60_000 + 1_000)
  await expect.poll(() => readPasskeyRequestsOfPage(page)).toEqual(['field', 'field'])
  await expect(findUsePasskeyButton(page)).toBeVisible()
})

const refusals = [
  { code: 'passkey.refused', title: 'This passkey wasn’t accepted.' },
  { code: 'challenge.invalid', title: 'This request expired.' },
  { code: 'person.suspended', title: 'This sign-in has been suspended.' },
  { code: 'database.unavailable', title: 'The server can’t reach its database right now.' },
  { code: 'rate.limited', title: 'Too many attempts.' },
] as const

for (const { code, title } of refusals) {
  test(`passkey sign-in shows the server’s refusal and allows a retry: ${code}`, async ({ page, key }) => {
    const authenticator = await addVirtualAuthenticator(page)
    await signInAndAddPasskey(page, key)
    await mockApiEndpointError(
      page,
      createApiEndpointUrlMatcher('signInWithPasskey'),
      code,
      code === 'rate.limited' ? 8 : undefined,
    )
    await returnToSignInPage(page, authenticator)
    const requested = page.waitForRequest((request) =>
      createApiEndpointUrlMatcher('signInWithPasskey')(new URL(request.url())),
    )
    await findUsePasskeyButton(page).click()
    await requested
    // With a user present, the authenticator would answer the browser's next conditional request.
    await authenticator.setUserPresent(false)
    await expect(main(page).getByText(title)).toBeVisible()
    await expect(page.getByRole('status')).toContainText(title)
    if (code === 'rate.limited') await expect(page.getByRole('button', { name: /^Try again in \d s$/ })).toBeVisible()
    await expectAccessible(page)
    await page.unrouteAll()
    await authenticator.setUserPresent(true)
    // Signs in by the button, unless autofill has already signed in again.
    await Promise.race([findUsePasskeyButton(page).click(), page.waitForURL('**/account')])
    await expectAccountPage(page)
  })
}

test('passkey sign-in reports an unreachable server and a missing network', async ({ page, context }) => {
  await disableConditionalMediation(page)
  await page.goto('/sign-in')
  await expect(findUsePasskeyButton(page)).toBeVisible()
  await page.route(createApiEndpointUrlMatcher('createPasskeySignIn'), (route) => route.abort())
  await findUsePasskeyButton(page).click()
  await expect(main(page).getByText('The server isn’t responding.', { exact: true })).toBeVisible()
  await page.unrouteAll()
  await context.setOffline(true)
  await findUsePasskeyButton(page).click()
  await expect(main(page).getByText('You’re offline.', { exact: true })).toBeVisible()
  await context.setOffline(false)
})

test('without autofill, only the passkey button is shown; without passkey support, no button is shown', async ({
  page,
  context,
}) => {
  await disableConditionalMediation(page)
  await page.goto('/sign-in')
  await expect(findUsePasskeyButton(page)).toBeVisible()
  await expect(main(page).getByText('No passkey yet? Add one after you sign in.')).toBeVisible()
  await expectAccessible(page)
  const other = await context.newPage()
  await other.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'))
  await other.goto('/sign-in')
  await expect(other.getByRole('button', { name: 'Demonstration wallet' })).toBeVisible()
  await expect(findUsePasskeyButton(other)).toHaveCount(0)
})
