// P19: tests what pages tell password managers about passkeys (the WebAuthn Signal API).
import type { Page } from '@playwright/test'
import {
  addVirtualAuthenticator,
  readPasskeySignalsOfPage,
  recordPasskeySignals,
} from '../src/virtual-authenticator.ts'
import type { VirtualAuthenticator } from '../src/virtual-authenticator.ts'
import { expectAccessible } from '../src/expect-accessible.ts'
import { createApiEndpointUrlMatcher } from '../src/api-response-mocking-test-steps.ts'
import {
  confirmStepUpByWallet,
  findAddPasskeyButton,
  findPasskeyListItems,
  findUsePasskeyButton,
  openPasskeysPage,
  returnToSignInPage,
  signInAndAddPasskey,
} from '../src/passkey-page-test-steps.ts'
import { openAccountWithFakeWallet } from '../src/wallet-sign-in-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

const rpId = 'localhost'

/** The DevTools protocol uses base64. */
const toBase64url = (text: string | undefined): string => Buffer.from(text ?? '', 'base64').toString('base64url')

async function usePasskeyOnSignInPage(page: Page, authenticator: VirtualAuthenticator): Promise<void> {
  await returnToSignInPage(page, authenticator)
  const requested = page.waitForRequest((request) =>
    createApiEndpointUrlMatcher('signInWithPasskey')(new URL(request.url())),
  )
  await findUsePasskeyButton(page).click()
  await requested
  // With a user present, the authenticator would answer the browser's next conditional request.
  await authenticator.setUserPresent(false)
}

test('P19: a removed passkey is named at sign-in, and the browser forgets exactly this one', async ({ page, key }) => {
  const authenticator = await addVirtualAuthenticator(page)
  await recordPasskeySignals(page)
  await signInAndAddPasskey(page, key)
  const [made] = await authenticator.passkeys()
  await page.getByRole('button', { name: 'Remove Chrome on Linux' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove passkey' }).click()
  await expect(page.getByText('No passkeys yet')).toBeVisible()
  const none = { rpId, userId: toBase64url(made?.userHandle), allAcceptedCredentialIds: [] }
  await expect.poll(() => readPasskeySignalsOfPage(page)).toContainEqual(['signalAllAcceptedCredentials', none])

  // A password manager that ignores such lists still offers the passkey.
  await authenticator.clear()
  await authenticator.add(made!)
  await usePasskeyOnSignInPage(page, authenticator)
  const main = page.getByRole('main')
  await expect(main.getByText(/^This passkey was removed from localhost:\d+\.$/)).toBeVisible()
  await expect(main.getByText('Delete it in your password manager if it’s still there.')).toBeVisible()
  await expectAccessible(page)
  expect(await readPasskeySignalsOfPage(page)).toEqual([
    ['signalUnknownCredential', { rpId, credentialId: toBase64url(made?.credentialId) }],
  ])
  await expect.poll(() => authenticator.passkeys()).toEqual([])
})

test('P19: a passkey without a record of its removal is refused without a signal', async ({ page, key }) => {
  const authenticator = await addVirtualAuthenticator(page)
  await recordPasskeySignals(page)
  await signInAndAddPasskey(page, key)
  const [made] = await authenticator.passkeys()
  await authenticator.clear()
  await authenticator.add({ ...made!, credentialId: Buffer.alloc(32, 7).toString('base64') })
  await usePasskeyOnSignInPage(page, authenticator)
  await expect(page.getByRole('main').getByText('This passkey wasn’t accepted.')).toBeVisible()
  expect(await readPasskeySignalsOfPage(page)).toEqual([])
  expect(await authenticator.passkeys()).toHaveLength(1)
})

test('the account signals all accepted passkeys and the current name of the person', async ({ page, key }) => {
  const authenticator = await addVirtualAuthenticator(page)
  await recordPasskeySignals(page)
  await signInAndAddPasskey(page, key)
  const [made] = await authenticator.passkeys()
  const userId = toBase64url(made?.userHandle)
  const all = { rpId, userId, allAcceptedCredentialIds: [toBase64url(made?.credentialId)] }
  await openPasskeysPage(page)
  await expect.poll(() => readPasskeySignalsOfPage(page)).toContainEqual(['signalAllAcceptedCredentials', all])

  await page.goto('/account')
  await page.getByRole('button', { name: 'Add a name' }).click()
  await page.getByRole('textbox', { name: 'What should applications call you?' }).fill('Ada')
  await page.getByRole('button', { name: 'Save' }).click()
  const named = { rpId, userId, name: 'Ada', displayName: 'Ada' }
  await expect.poll(() => readPasskeySignalsOfPage(page)).toContainEqual(['signalCurrentUserDetails', named])
  expect(await authenticator.passkeys()).toHaveLength(1)
})

test('P19: a list read while a passkey is being created is not signaled', async ({ page, key }) => {
  const authenticator = await addVirtualAuthenticator(page)
  await recordPasskeySignals(page)
  await openAccountWithFakeWallet(page, key)
  await openPasskeysPage(page)
  await expect(page.getByText('No passkeys yet')).toBeVisible()
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(createApiEndpointUrlMatcher('addPasskey'), async (route) => {
    if (route.request().method() === 'POST') await released
    return route.fallback()
  })
  const isListRequest = (method: string, url: string) =>
    method === 'GET' && createApiEndpointUrlMatcher('listPasskeys')(new URL(url))
  const adding = page.waitForRequest(
    (request) => request.method() === 'POST' && createApiEndpointUrlMatcher('addPasskey')(new URL(request.url())),
  )
  await findAddPasskeyButton(page).click()
  await confirmStepUpByWallet(page)
  await adding
  const before = await readPasskeySignalsOfPage(page)
  const read = page.waitForResponse((response) => isListRequest(response.request().method(), response.url()))
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  await read
  expect(await readPasskeySignalsOfPage(page)).toEqual(before)
  expect(await authenticator.passkeys()).toHaveLength(1)

  release()
  await expect(findPasskeyListItems(page)).toHaveCount(1)
  const [made] = await authenticator.passkeys()
  const all = {
    rpId,
    userId: toBase64url(made?.userHandle),
    allAcceptedCredentialIds: [toBase64url(made?.credentialId)],
  }
  await expect.poll(() => readPasskeySignalsOfPage(page)).toContainEqual(['signalAllAcceptedCredentials', all])
})
