// Signing in with a passkey as a person meets it, and what must not sign anybody in: with the real server, and an
// authenticator of the test's own.
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
test('a passkey is one button, that signs in by the keyboard too; one that the browser offers by itself signs in unasked', async ({
  page,
  key,
}) => {
  // It looks at three states, and goes all the way twice.
  test.slow()
  const authenticator = await addVirtualAuthenticator(page)
  await signInAndAddPasskey(page, key)
  await installFakePageClock(page)
  await returnToSignInPage(page, authenticator)
  // Nobody meets a field in which there is nothing to type.
  await expect(main(page).getByRole('textbox')).toHaveCount(0)
  await expectAccessible(page)
  await pauseFakePageClock(page)
  await pressControlByKeyboard(page, findUsePasskeyButton(page))
  await expect(page.getByRole('heading', { level: 2, name: /^Signed in as 0x/ })).toBeFocused()
  await expect(page.getByRole('status')).toContainText('Going on…')
  await expectAccessible(page, true)
  await page.clock.resume()
  await expectSignedInByPasskey(page, 'Chrome on Linux')

  // Nobody presses anything: the browser answers as if the passkey had been chosen from its list.
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Sign in with another wallet' }).click()
  await expect(page.getByRole('heading', { level: 2, name: /^Signed in as 0x/ })).toBeVisible()
  expect(await readPasskeyRequestsOfPage(page)).toEqual(['field'])
  await expectSignedInByPasskey(page, 'Chrome on Linux')
})

test('the button takes the place of the request in the background, and nothing above it moves in any state', async ({
  page,
  key,
}) => {
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

  // THREATS P6: an authenticator that does not know who is there is not asked again, and the server never hears of it.
  await findUsePasskeyButton(page).click()
  await expect(main(page).getByText('You cancelled. You are not signed in.')).toBeVisible()
  await expect(page.getByRole('status')).toContainText('You cancelled. You are not signed in.')
  await expect(findUsePasskeyButton(page)).toBeFocused()
  expect(await places()).toEqual(before)
  expect((await readPasskeyRequestsOfPage(page)).slice(0, 2)).toEqual(['field', 'question'])
  await expectAccessible(page)

  await authenticator.setUserVerified(true)
  await mockHangingApiEndpoint(page, createApiEndpointUrlMatcher('signInWithPasskey'))
  await page.setViewportSize({ width: 1280, height: 720 })
  await findUsePasskeyButton(page).click()
  await expect(page.getByRole('button', { name: 'Checking…' })).toBeVisible()
  await expect(main(page).getByText('This site checks that the passkey is yours.')).toBeVisible()
  // The server is looking at a passkey: a wallet is not asked beside it.
  await page.getByRole('button', { name: firstFakeWalletName }).click()
  await expect(page.getByRole('button', { name: 'Checking…' })).toBeVisible()
  await expectAccessible(page)
})

test('a wallet that is chosen takes the place of the passkey', async ({ page, key }) => {
  const authenticator = await addVirtualAuthenticator(page)
  await authenticator.setUserPresent(false)
  await installFakeWallet(page, key)
  await page.goto('/sign-in')
  await expect.poll(() => readPasskeyRequestsOfPage(page)).toEqual(['field'])
  await findUsePasskeyButton(page).click()
  await expect(page.getByRole('button', { name: 'Waiting…' })).toBeVisible()
  await expect(main(page).getByText('Waiting for your passkey. Your browser says what to do.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: firstFakeWalletName }).click()
  await expectAccountPage(page)
})

test('the request in the background is renewed before it expires, as long as somebody looks', async ({ page }) => {
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
  test(`what the server refuses is said, and can be tried again: ${code}`, async ({ page, key }) => {
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
    // Otherwise the browser goes on choosing from its list.
    await authenticator.setUserPresent(false)
    await expect(main(page).getByText(title)).toBeVisible()
    await expect(page.getByRole('status')).toContainText(title)
    if (code === 'rate.limited') await expect(page.getByRole('button', { name: /^Again in \d s$/ })).toBeVisible()
    await expectAccessible(page)
    await page.unrouteAll()
    await authenticator.setUserPresent(true)
    // By the button, or by the browser's own list where that is asked again by now.
    await Promise.race([findUsePasskeyButton(page).click(), page.waitForURL('**/account')])
    await expectAccountPage(page)
  })
}

test('a server that cannot be had, and a browser without network', async ({ page, context }) => {
  await disableConditionalMediation(page)
  await page.goto('/sign-in')
  await expect(findUsePasskeyButton(page)).toBeVisible()
  await page.route(createApiEndpointUrlMatcher('createPasskeySignIn'), (route) => route.abort())
  await findUsePasskeyButton(page).click()
  await expect(main(page).getByText('The server does not answer.', { exact: true })).toBeVisible()
  await page.unrouteAll()
  await context.setOffline(true)
  await findUsePasskeyButton(page).click()
  await expect(main(page).getByText('You are offline.', { exact: true })).toBeVisible()
  await context.setOffline(false)
})

test('without a list of the browser’s own there is only the button, and without passkeys not even that', async ({
  page,
  context,
}) => {
  await disableConditionalMediation(page)
  await page.goto('/sign-in')
  await expect(findUsePasskeyButton(page)).toBeVisible()
  await expect(main(page).getByText('None yet? You can add one once you are signed in.')).toBeVisible()
  await expectAccessible(page)
  const other = await context.newPage()
  await other.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'))
  await other.goto('/sign-in')
  await expect(other.getByRole('button', { name: 'Demonstration wallet' })).toBeVisible()
  await expect(findUsePasskeyButton(other)).toHaveCount(0)
})
