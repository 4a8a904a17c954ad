// Tests the passkeys page and the first passkey, with the real server and a virtual authenticator.
import { addVirtualAuthenticator } from '../src/virtual-authenticator.ts'
import { expectAccessible } from '../src/expect-accessible.ts'
import { findStepUpDialog } from '../src/find-step-up-dialog.ts'
import { pressControlByKeyboard } from '../src/press-control-by-keyboard.ts'
import {
  findAddPasskeyButton,
  confirmStepUpByWallet,
  expectSignedInByPasskey,
  openPasskeysPage,
  findPasskeyListItems,
  returnToSignInPage,
  signInAndAddPasskey,
  findUsePasskeyButton,
} from '../src/passkey-page-test-steps.ts'
import {
  createApiEndpointUrlMatcher,
  mockApiEndpointResponse,
  mockApiEndpointError,
} from '../src/api-response-mocking-test-steps.ts'
import { expectAccountPage, openAccountWithFakeWallet } from '../src/wallet-sign-in-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

test('no passkey is added if the person cancels step-up or the passkey prompt fails', async ({ page, key }) => {
  const authenticator = await addVirtualAuthenticator(page)
  await openAccountWithFakeWallet(page, key)
  await openPasskeysPage(page)
  await expect(page.getByText('No passkeys yet')).toBeVisible()
  await expectAccessible(page)
  await findAddPasskeyButton(page).click()
  await expect(findStepUpDialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(findStepUpDialog(page)).toBeHidden()
  await expect(findAddPasskeyButton(page)).toBeFocused()
  await expect(page.getByRole('main')).not.toContainText('No passkey was added')

  await authenticator.setUserVerified(false)
  await findAddPasskeyButton(page).click()
  await confirmStepUpByWallet(page)
  await expect(page.getByText('No passkey was added.')).toBeVisible()
  await expect(page.getByText('No passkeys yet')).toBeVisible()
  await expectAccessible(page)
  expect(await authenticator.passkeys()).toEqual([])
})

test('an authenticator that already holds a passkey of the person is refused', async ({ page, key }) => {
  await addVirtualAuthenticator(page)
  await signInAndAddPasskey(page, key)
  await expect(findPasskeyListItems(page)).toContainText(
    'On one device only. If you lose the device, you lose the passkey.',
  )
  await findAddPasskeyButton(page).click()
  await expect(page.getByText('You already have a passkey here.')).toBeVisible()
  await expect(findPasskeyListItems(page)).toHaveCount(1)
  await expectAccessible(page)
})

test('P4 P6: passkeys can be managed by keyboard only, and a removed passkey cannot sign in', async ({ page, key }) => {
  const laptop = await addVirtualAuthenticator(page)
  await signInAndAddPasskey(page, key)
  const [made] = await laptop.passkeys()
  await laptop.remove()
  const stick = await addVirtualAuthenticator(page, { transport: 'usb' })
  await openPasskeysPage(page)
  await pressControlByKeyboard(page, findAddPasskeyButton(page))
  const name = page.getByRole('textbox', { name: 'Name of the passkey' })
  await expect(name).toHaveValue('Security key')
  await pressControlByKeyboard(page, page.getByRole('button', { name: 'Save' }))
  await expect(findPasskeyListItems(page)).toHaveCount(2)

  await pressControlByKeyboard(page, page.getByRole('button', { name: 'Rename Security key' }))
  await expect(name).toBeFocused()
  await page.keyboard.type('Stick')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: 'Security key' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Rename Security key' })).toBeFocused()
  await pressControlByKeyboard(page, page.getByRole('button', { name: 'Remove Chrome on Linux' }))
  await expect(page.getByRole('dialog', { name: 'Remove Chrome on Linux?' })).toBeVisible()
  await pressControlByKeyboard(page, page.getByRole('dialog').getByRole('button', { name: 'Remove passkey' }))
  await expect(findPasskeyListItems(page)).toHaveCount(1)
  await expect(page.getByRole('status')).toContainText('You can no longer sign in with Chrome on Linux.')

  await stick.remove()
  const again = await addVirtualAuthenticator(page)
  await again.add(made!)
  await returnToSignInPage(page, again)
  const requested = page.waitForRequest((request) =>
    createApiEndpointUrlMatcher('signInWithPasskey')(new URL(request.url())),
  )
  await findUsePasskeyButton(page).click()
  await requested
  // With a user present, the authenticator would answer the browser's next conditional request.
  await again.setUserPresent(false)
  await expect(page.getByRole('main').getByText(/^This passkey was removed from localhost:\d+\.$/)).toBeVisible()
  await expectAccessible(page)
})

test('P3: a person whose only sign-in method is a passkey can use every page but cannot remove it', async ({
  page,
  key,
}) => {
  test.slow()
  const authenticator = await addVirtualAuthenticator(page)
  await signInAndAddPasskey(page, key)
  await page.goto('/account/wallets')
  await page.getByRole('button', { name: /^Unlink/ }).click()
  await expect(page.getByRole('dialog')).toContainText(
    'It’s your only wallet. From then on, you can only sign in with a passkey.',
  )
  await expect(page.getByRole('dialog')).not.toContainText('another one takes its place')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Unlink/ })
    .click()
  await page.waitForURL('**/signed-out?reason=way-in-gone')
  await returnToSignInPage(page, authenticator)
  await findUsePasskeyButton(page).click()
  await expectSignedInByPasskey(page, 'Chrome on Linux')
  await expectAccessible(page)

  await openPasskeysPage(page)
  await expect(page.getByText('Signed in with it now')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove Chrome on Linux' })).toHaveAccessibleDescription(
    'This is your only way to sign in. Link a wallet or add another passkey first.',
  )
  await expect(page.getByRole('button', { name: 'Remove Chrome on Linux' })).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page)
  await page.goto('/account/wallets')
  await expect(page.getByText('You can sign in with any wallet you link.')).toBeVisible()
  for (const path of [
    '/account/wallets',
    '/account/sessions',
    '/account/applications',
    '/account/activity',
    '/account/data',
    '/',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page)
  }
  await page.goto('/sign-in')
  await expect(page.getByRole('heading', { level: 2, name: 'You’re signed in.' })).toBeVisible()
  await expectAccessible(page)
})

test('removing the passkey of the current session signs the person out, after a warning', async ({ page, key }) => {
  const authenticator = await addVirtualAuthenticator(page)
  await signInAndAddPasskey(page, key)
  await returnToSignInPage(page, authenticator)
  await findUsePasskeyButton(page).click()
  await expectAccountPage(page)
  await openPasskeysPage(page)
  await page.getByRole('button', { name: 'Remove Chrome on Linux' }).click()
  await expect(page.getByRole('dialog')).toContainText(
    'You’re signed in with it now, so you’ll be signed out immediately.',
  )
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Remove passkey' }).click()
  await page.waitForURL('**/signed-out?reason=way-in-gone')
})

test('double-clicking the add button before the page renders sends one request', async ({ page, key }) => {
  await addVirtualAuthenticator(page)
  await signInAndAddPasskey(page, key)
  const requests: string[] = []
  page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await findAddPasskeyButton(page).evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
  })
  await expect(page.getByRole('main').getByText('You already have a passkey here.')).toBeVisible()
  expect(requests.filter((request) => request === 'POST /api/passkeys/options')).toHaveLength(1)
  await findAddPasskeyButton(page).click()
  await expect
    .poll(
      () => requests.filter((request) => request === 'POST /api/passkeys/options'),
      'and again when it is pressed again',
    )
    .toHaveLength(2)
})

test('passkeys cannot be removed while a merge can be undone, and the page says why', async ({ page, key }) => {
  await addVirtualAuthenticator(page)
  await signInAndAddPasskey(page, key)
  const time = new Date(Date.now() + 3_600_000).toISOString()
  const merge = {
    id: '0'.repeat(26),
    state: 'merged' as const,
    wallets: [],
    passkeys: 0,
    sessions: 0,
    applications: [],
    displayName: null,
    expiresAt: time,
    takesEffectAt: null,
    mergedAt: time,
    undoUntil: time,
  }
  await mockApiEndpointResponse(page, 'listMerges', { items: [merge], nextCursor: null })
  await page.reload()
  const remove = page.getByRole('button', { name: 'Remove Chrome on Linux' })
  await expect(remove).toHaveAccessibleDescription('Not available until your merge is final.')
  await pressControlByKeyboard(page, remove)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectAccessible(page)
})

test('a full passkey list states the limit on the add button', async ({ page, key }) => {
  await openAccountWithFakeWallet(page, key)
  const items = Array.from({ length: 10 }, (_, index) => ({
    id: String(index).padStart(26, '0'),
    label: index === 3 ? null : `Passkey with a rather long name that somebody gave it ${index}`.slice(0, 64),
    isSynced: index % 3 > 0,
    backedUp: index % 3 > 1,
    createdAt: new Date(Date.now() - index * 8e9).toISOString(),
    lastUsedAt: new Date(Date.now() - index * 4e9).toISOString(),
  }))
  await mockApiEndpointResponse(page, 'listPasskeys', { items, nextCursor: null, most: 10, acceptedCredentials: null })
  await openPasskeysPage(page)
  await expect(findPasskeyListItems(page)).toHaveCount(10)
  await expect(findAddPasskeyButton(page)).toHaveAccessibleDescription(
    'You can have up to 10 passkeys. First remove one you no longer use.',
  )
  await expect(page.getByText('Unnamed passkey')).toBeVisible()
  await expectAccessible(page)
})

test('refusals by the server are shown where the person tried the action', async ({ page, key }) => {
  await addVirtualAuthenticator(page)
  await signInAndAddPasskey(page, key)
  await mockApiEndpointError(page, createApiEndpointUrlMatcher('removePasskey'), 'merge.already_open')
  await page.getByRole('button', { name: 'Remove Chrome on Linux' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove passkey' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'You recently merged two identities' })).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Rename Chrome on Linux' }).click()
  await page.getByRole('textbox').fill('\u202Eevil')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('This name can’t be used.')).toBeVisible()
  await expectAccessible(page)
})

test('a browser without passkey support shows the passkey list but cannot add passkeys', async ({ page, key }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'))
  await openAccountWithFakeWallet(page, key)
  await openPasskeysPage(page)
  await expect(findAddPasskeyButton(page)).toHaveAccessibleDescription(/This browser can’t create passkeys here\./)
  await expect(page.getByText('No passkeys yet')).toBeVisible()
})
