// Signing in with a passkey as a person meets it, and what must not sign anybody in: with the real server, and an
// authenticator of the test's own.
import type { CallAnswer } from '@countersign/api/calls'
import { routes } from '@countersign/api/routes'
import type { Page } from '@playwright/test'
import { createTestKey } from '@countersign/testing/test-keys'
import { expectAccessible } from '../src/accessibility.ts'
import { addAuthenticator, readRequests, withoutList } from '../src/authenticator.ts'
import { confirmDialog } from '../src/confirm-dialog.ts'
import { press } from '../src/keyboard.ts'
import { holdTime, startTime } from '../src/page-time.ts'
import {
  addButton,
  confirmByWallet,
  expectSignedInByPasskey,
  openPasskeys,
  returnToSignIn,
  signInAndAdd,
  useButton,
} from '../src/passkeys-page.ts'
import { addressOf, answerNothing, refuse } from '../src/server-answers.ts'
import { readPersonId } from '../src/session.ts'
import { expectAccount, installWallet, walletName } from '../src/sign-in.ts'
import { startStrangersSite } from '../src/strangers-site.ts'
import { expect, test } from './test.ts'

const main = (page: Page) => page.getByRole('main')

let made = 30_000

test('a passkey is one button, that signs in by the keyboard too; one that the browser offers by itself signs in unasked', async ({
  page,
  key,
}) => {
  // It looks at three states, and goes all the way twice.
  test.slow()
  const authenticator = await addAuthenticator(page)
  await signInAndAdd(page, key)
  await startTime(page)
  await returnToSignIn(page, authenticator)
  // Nobody meets a field in which there is nothing to type.
  await expect(main(page).getByRole('textbox')).toHaveCount(0)
  await expectAccessible(page)
  await holdTime(page)
  await press(page, useButton(page))
  await expect(page.getByRole('heading', { level: 2, name: /^Signed in as 0x/ })).toBeFocused()
  await expect(page.getByRole('status')).toContainText('Going on…')
  await expectAccessible(page, true)
  await page.clock.resume()
  await expectSignedInByPasskey(page, 'Chrome on Linux')

  // Nobody presses anything: the browser answers as if the passkey had been chosen from its list.
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Sign in with another wallet' }).click()
  await expect(page.getByRole('heading', { level: 2, name: /^Signed in as 0x/ })).toBeVisible()
  expect(await readRequests(page)).toEqual(['field'])
  await expectSignedInByPasskey(page, 'Chrome on Linux')
})

test('the button takes the place of the request in the background, and nothing above it moves in any state', async ({
  page,
  key,
}) => {
  const authenticator = await addAuthenticator(page)
  await signInAndAdd(page, key)
  await returnToSignIn(page, authenticator)
  await authenticator.setVerified(false)
  const places = async () => [
    await page.getByRole('button', { name: walletName }).boundingBox(),
    await useButton(page).boundingBox(),
  ]
  await page.evaluate(() => document.fonts.ready)
  const before = await places()

  // THREATS P6: an authenticator that does not know who is there is not asked again, and the server never hears of it.
  await useButton(page).click()
  await expect(main(page).getByText('You cancelled. You are not signed in.')).toBeVisible()
  await expect(page.getByRole('status')).toContainText('You cancelled. You are not signed in.')
  await expect(useButton(page)).toBeFocused()
  expect(await places()).toEqual(before)
  expect((await readRequests(page)).slice(0, 2)).toEqual(['field', 'question'])
  await expectAccessible(page)

  await authenticator.setVerified(true)
  await answerNothing(page, addressOf('signInWithPasskey'))
  await page.setViewportSize({ width: 1280, height: 720 })
  await useButton(page).click()
  await expect(page.getByRole('button', { name: 'Checking…' })).toBeVisible()
  await expect(main(page).getByText('This site checks that the passkey is yours.')).toBeVisible()
  // The server is looking at a passkey: a wallet is not asked beside it.
  await page.getByRole('button', { name: walletName }).click()
  await expect(page.getByRole('button', { name: 'Checking…' })).toBeVisible()
  await expectAccessible(page)
})

test('a wallet that is chosen takes the place of the passkey', async ({ page, key }) => {
  const authenticator = await addAuthenticator(page)
  await authenticator.setPresent(false)
  await installWallet(page, key)
  await page.goto('/sign-in')
  await expect.poll(() => readRequests(page)).toEqual(['field'])
  await useButton(page).click()
  await expect(page.getByRole('button', { name: 'Waiting…' })).toBeVisible()
  await expect(main(page).getByText('Waiting for your passkey. Your browser says what to do.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: walletName }).click()
  await expectAccount(page)
})

test('the request in the background is renewed before it expires, as long as somebody looks', async ({ page }) => {
  await addAuthenticator(page).then((authenticator) => authenticator.setPresent(false))
  await startTime(page)
  await page.goto('/sign-in')
  await expect.poll(() => readRequests(page)).toEqual(['field'])
  await page.clock.fastForward(4 * 60_000 + 1_000)
  await expect.poll(() => readRequests(page)).toEqual(['field', 'field'])
  await expect(useButton(page)).toBeVisible()
})

const refusals = [
  { code: 'passkey.refused', title: 'This passkey wasn’t accepted.' },
  { code: 'challenge.unusable', title: 'This request expired.' },
  { code: 'person.suspended', title: 'This sign-in has been suspended.' },
  { code: 'database.unavailable', title: 'The server can’t reach its database right now.' },
  { code: 'rate.limited', title: 'Too many attempts.' },
] as const

for (const { code, title } of refusals) {
  test(`what the server refuses is said, and can be tried again: ${code}`, async ({ page, key }) => {
    const authenticator = await addAuthenticator(page)
    await signInAndAdd(page, key)
    await refuse(page, addressOf('signInWithPasskey'), code, code === 'rate.limited' ? 8 : undefined)
    await returnToSignIn(page, authenticator)
    const requested = page.waitForRequest((request) => addressOf('signInWithPasskey')(new URL(request.url())))
    await useButton(page).click()
    await requested
    // Otherwise the browser goes on choosing from its list.
    await authenticator.setPresent(false)
    await expect(main(page).getByText(title)).toBeVisible()
    await expect(page.getByRole('status')).toContainText(title)
    if (code === 'rate.limited') await expect(page.getByRole('button', { name: /^Again in \d s$/ })).toBeVisible()
    await expectAccessible(page)
    await page.unrouteAll()
    await authenticator.setPresent(true)
    // By the button, or by the browser's own list where that is asked again by now.
    await Promise.race([useButton(page).click(), page.waitForURL('**/account')])
    await expectAccount(page)
  })
}

test('a server that cannot be had, and a browser without network', async ({ page, context }) => {
  await withoutList(page)
  await page.goto('/sign-in')
  await expect(useButton(page)).toBeVisible()
  await page.route(addressOf('createPasskeySignIn'), (route) => route.abort())
  await useButton(page).click()
  await expect(main(page).getByText('The server does not answer.', { exact: true })).toBeVisible()
  await page.unrouteAll()
  await context.setOffline(true)
  await useButton(page).click()
  await expect(main(page).getByText('You are offline.', { exact: true })).toBeVisible()
  await context.setOffline(false)
})

test('without a list of the browser’s own there is only the button, and without passkeys not even that', async ({
  page,
  context,
}) => {
  await withoutList(page)
  await page.goto('/sign-in')
  await expect(useButton(page)).toBeVisible()
  await expect(main(page).getByText('None yet? You can add one once you are signed in.')).toBeVisible()
  await expectAccessible(page)
  const other = await context.newPage()
  await other.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'))
  await other.goto('/sign-in')
  await expect(other.getByRole('button', { name: 'Demonstration wallet' })).toBeVisible()
  await expect(useButton(other)).toHaveCount(0)
})

test('P6 a copy whose counter is behind is refused', async ({ page, key, context, server }) => {
  const authenticator = await addAuthenticator(page)
  await signInAndAdd(page, key)
  const [copy] = await authenticator.passkeys()
  await returnToSignIn(page, authenticator)
  await useButton(page).click()
  await expectAccount(page)

  await authenticator.setPresent(false)
  await authenticator.clear()
  await authenticator.add(copy!)
  await returnToSignIn(page, authenticator)
  await useButton(page).click()
  await expect(main(page).getByText('This passkey wasn’t accepted.')).toBeVisible()
  expect(await readPersonId(context, server.origin)).toBeNull()
})

/** Lets the passkey of this tab sign whatever is asked, and answers what a page would send to the server. */
function signAnything(page: Page, request: CallAnswer<'createPasskeySignIn'>) {
  return page.evaluate(async ({ challenge, rpId }) => {
    const read = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
    const write = (bytes: ArrayBuffer | null) =>
      bytes &&
      btoa(String.fromCharCode(...new Uint8Array(bytes)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '')
    try {
      const answer = (await navigator.credentials.get({
        publicKey: { challenge: read(challenge), rpId, userVerification: 'required' },
      })) as PublicKeyCredential
      const { clientDataJSON, authenticatorData, signature, userHandle } =
        answer.response as AuthenticatorAssertionResponse
      return {
        id: answer.id,
        clientDataJSON: write(clientDataJSON),
        authenticatorData: write(authenticatorData),
        signature: write(signature),
        userHandle: write(userHandle),
      }
    } catch (thrown) {
      return String((thrown as Error).name)
    }
  }, request)
}

test('P6 another origin: at another port it signs what the server refuses, and at another host the browser refuses', async ({
  page,
  key,
  context,
  browser,
  server,
}) => {
  const authenticator = await addAuthenticator(page)
  await signInAndAdd(page, key)
  const [passkey] = await authenticator.passkeys()
  await returnToSignIn(page, authenticator)
  await authenticator.setPresent(false)
  const headers = { origin: server.origin }
  const issued = await context.request.post(server.origin + routes.createPasskeySignIn.path, { headers, data: {} })
  const request = (await issued.json()) as CallAnswer<'createPasskeySignIn'>

  const stranger = await startStrangersSite()
  const elsewhere = await (await browser.newContext()).newPage()
  await addAuthenticator(elsewhere).then((theirs) => theirs.add(passkey!))
  await elsewhere.goto(stranger.crossSite)
  expect(await signAnything(elsewhere, request)).toBe('SecurityError')
  await elsewhere.goto(stranger.sameSite)
  const assertion = await signAnything(elsewhere, request)
  expect(assertion).toHaveProperty('signature')
  const refused = await context.request.post(server.origin + routes.signInWithPasskey.path, {
    headers,
    data: { assertion },
  })
  expect([refused.status(), ((await refused.json()) as { code: string }).code]).toEqual([401, 'passkey.refused'])
  expect(await readPersonId(context, server.origin)).toBeNull()
  await elsewhere.context().close()
  await stranger.close()
})

test('P6 another person’s passkey confirms nothing, whether the browser is asked rightly or not', async ({
  page,
  key,
  browser,
  context,
  server,
}) => {
  const theirs = await (await browser.newContext({ baseURL: server.origin })).newPage()
  const theirAuthenticator = await addAuthenticator(theirs)
  await signInAndAdd(theirs, createTestKey((made += 1)))
  const [stolen] = await theirAuthenticator.passkeys()
  await theirs.context().close()

  const authenticator = await addAuthenticator(page)
  await signInAndAdd(page, key)
  await authenticator.clear()
  await authenticator.add(stolen!)
  // A new browser of the same person, in which nothing is confirmed yet.
  await context.clearCookies()
  await authenticator.setPresent(false)
  await page.goto('/sign-in')
  await page.getByRole('button', { name: walletName }).click()
  await expectAccount(page)
  await authenticator.setPresent(true)
  await openPasskeys(page)
  await addButton(page).click()
  await confirmDialog(page)
    .getByRole('button', { name: /passkey/i })
    .click()
  await expect(confirmDialog(page)).toBeVisible()
  await expect(confirmDialog(page).getByText('No passkey was used.').first()).toBeVisible()
  await page.keyboard.press('Escape')

  const headers = { origin: server.origin }
  const issued = await context.request.post(server.origin + routes.createPasskeyStepUp.path, { headers })
  const assertion = await signAnything(page, (await issued.json()) as CallAnswer<'createPasskeyStepUp'>)
  const refused = await context.request.post(server.origin + routes.stepUpWithPasskey.path, {
    headers,
    data: { assertion },
  })
  expect([refused.status(), ((await refused.json()) as { code: string }).code]).toEqual([403, 'step_up.somebody_else'])
  await addButton(page).click()
  await confirmByWallet(page)
})
