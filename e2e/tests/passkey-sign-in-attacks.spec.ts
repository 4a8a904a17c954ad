// P6: tests passkeys that must not sign in: a copy, a passkey of another origin, and a passkey of
// another person.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { apiRoutes } from '@countersign/api/api-route-paths'
import type { Page } from '@playwright/test'
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { addVirtualAuthenticator } from '../src/virtual-authenticator.ts'
import { findStepUpDialog } from '../src/find-step-up-dialog.ts'
import {
  findAddPasskeyButton,
  confirmStepUpByWallet,
  openPasskeysPage,
  returnToSignInPage,
  signInAndAddPasskey,
  findUsePasskeyButton,
} from '../src/passkey-page-test-steps.ts'
import { readPersonIdFromSession } from '../src/read-person-id-from-session.ts'
import { expectAccountPage, firstFakeWalletName } from '../src/wallet-sign-in-test-steps.ts'
import { startAttackerTestSite } from '../src/attacker-test-site.ts'
import { expect, test } from './server-playwright-fixtures.ts'

const main = (page: Page) => page.getByRole('main')
let made = 30_000

test('P6: a cloned passkey with an outdated counter is refused', async ({ page, key, context, server }) => {
  const authenticator = await addVirtualAuthenticator(page)
  await signInAndAddPasskey(page, key)
  const [copy] = await authenticator.passkeys()
  await returnToSignInPage(page, authenticator)
  await findUsePasskeyButton(page).click()
  await expectAccountPage(page)

  await authenticator.setUserPresent(false)
  await authenticator.clear()
  await authenticator.add(copy!)
  await returnToSignInPage(page, authenticator)
  await findUsePasskeyButton(page).click()
  await expect(main(page).getByText('This passkey wasn’t accepted.')).toBeVisible()
  expect(await readPersonIdFromSession(context, server.origin)).toBeNull()
})

/** Makes the tab's passkey sign any challenge. @returns what a page would send to the server */
function signAnything(page: Page, request: ApiEndpointOutput<'createPasskeySignIn'>) {
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

test('P6: the server refuses passkeys used on another port, and the browser those on another host', async ({
  page,
  key,
  context,
  browser,
  server,
}) => {
  const authenticator = await addVirtualAuthenticator(page)
  await signInAndAddPasskey(page, key)
  const [passkey] = await authenticator.passkeys()
  await returnToSignInPage(page, authenticator)
  await authenticator.setUserPresent(false)
  const headers = { origin: server.origin }
  const issued = await context.request.post(server.origin + apiRoutes.createPasskeySignIn.path, { headers, data: {} })
  const request = (await issued.json()) as ApiEndpointOutput<'createPasskeySignIn'>

  const stranger = await startAttackerTestSite()
  const elsewhere = await (await browser.newContext()).newPage()
  await addVirtualAuthenticator(elsewhere).then((theirs) => theirs.add(passkey!))
  await elsewhere.goto(stranger.crossSite)
  expect(await signAnything(elsewhere, request)).toBe('SecurityError')
  await elsewhere.goto(stranger.sameSite)
  const assertion = await signAnything(elsewhere, request)
  expect(assertion).toHaveProperty('signature')
  const refused = await context.request.post(server.origin + apiRoutes.signInWithPasskey.path, {
    headers,
    data: { assertion },
  })
  expect([refused.status(), ((await refused.json()) as { code: string }).code]).toEqual([401, 'passkey.refused'])
  expect(await readPersonIdFromSession(context, server.origin)).toBeNull()
  await elsewhere.context().close()
  await stranger.close()
})

test('P6: another person’s passkey cannot complete step-up, even with a manipulated request', async ({
  page,
  key,
  browser,
  context,
  server,
}) => {
  const theirs = await (await browser.newContext({ baseURL: server.origin })).newPage()
  const theirAuthenticator = await addVirtualAuthenticator(theirs)
  await signInAndAddPasskey(theirs, createEthereumTestKey((made += 1)))
  const [stolen] = await theirAuthenticator.passkeys()
  await theirs.context().close()

  const authenticator = await addVirtualAuthenticator(page)
  await signInAndAddPasskey(page, key)
  await authenticator.clear()
  await authenticator.add(stolen!)
  // The same person's new browser, which is not confirmed yet.
  await context.clearCookies()
  await authenticator.setUserPresent(false)
  await page.goto('/sign-in')
  await page.getByRole('button', { name: firstFakeWalletName }).click()
  await expectAccountPage(page)
  await authenticator.setUserPresent(true)
  await openPasskeysPage(page)
  await findAddPasskeyButton(page).click()
  await findStepUpDialog(page)
    .getByRole('button', { name: /passkey/i })
    .click()
  await expect(findStepUpDialog(page)).toBeVisible()
  await expect(findStepUpDialog(page).getByText('No passkey was used.').first()).toBeVisible()
  await page.keyboard.press('Escape')

  const headers = { origin: server.origin }
  const issued = await context.request.post(server.origin + apiRoutes.createPasskeyStepUp.path, { headers })
  const assertion = await signAnything(page, (await issued.json()) as ApiEndpointOutput<'createPasskeyStepUp'>)
  const refused = await context.request.post(server.origin + apiRoutes.stepUpWithPasskey.path, {
    headers,
    data: { assertion },
  })
  expect([refused.status(), ((await refused.json()) as { code: string }).code]).toEqual([
    403,
    'step_up.different_person',
  ])
  await findAddPasskeyButton(page).click()
  await confirmStepUpByWallet(page)
})
