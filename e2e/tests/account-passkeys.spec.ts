// The page of one's passkeys, and the offer to make the first: with the real server, and an authenticator of the test's own.
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

test('nothing is added where the person does not confirm, or the browser is told no', async ({ page, key }) => {
  const authenticator = await addVirtualAuthenticator(page)
  await openAccountWithFakeWallet(page, key)
  await openPasskeysPage(page)
  await expect(page.getByText('No passkey yet')).toBeVisible()
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
  await expect(page.getByText('No passkey yet')).toBeVisible()
  await expectAccessible(page)
  expect(await authenticator.passkeys()).toEqual([])
})

test('one authenticator holds one passkey of a person', async ({ page, key }) => {
  await addVirtualAuthenticator(page)
  await signInAndAddPasskey(page, key)
  await expect(findPasskeyListItems(page)).toContainText('On one device alone, and lost with it.')
  await findAddPasskeyButton(page).click()
  await expect(page.getByText('There is a passkey of yours here already.')).toBeVisible()
  await expect(findPasskeyListItems(page)).toHaveCount(1)
  await expectAccessible(page)
})

test('P4 P6 two passkeys, by keyboard alone: added, renamed, removed; the one that is removed signs nobody in', async ({
  page,
  key,
}) => {
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
  await pressControlByKeyboard(page, page.getByRole('dialog').getByRole('button', { name: 'Remove it' }))
  await expect(findPasskeyListItems(page)).toHaveCount(1)
  await expect(page.getByRole('status')).toContainText('Chrome on Linux can no longer sign you in.')

  await stick.remove()
  const again = await addVirtualAuthenticator(page)
  await again.add(made!)
  await returnToSignInPage(page, again)
  const requested = page.waitForRequest((request) =>
    createApiEndpointUrlMatcher('signInWithPasskey')(new URL(request.url())),
  )
  await findUsePasskeyButton(page).click()
  await requested
  // Otherwise the browser goes on choosing from its list.
  await again.setUserPresent(false)
  await expect(page.getByRole('main').getByText('This passkey wasn’t accepted.')).toBeVisible()
  await expectAccessible(page)
})

test('P3 a person with a passkey alone: signs in, cannot remove it, and every page holds', async ({ page, key }) => {
  // It looks at nine pages.
  test.slow()
  const authenticator = await addVirtualAuthenticator(page)
  await signInAndAddPasskey(page, key)
  await page.goto('/account/wallets')
  await page.getByRole('button', { name: /^Unlink/ }).click()
  await expect(page.getByRole('dialog')).toContainText(
    'It is your only wallet. From then on a passkey alone signs you in.',
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
    'This is your last way in. Link a wallet or add another passkey first.',
  )
  await expect(page.getByRole('button', { name: 'Remove Chrome on Linux' })).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page)
  await page.goto('/account/wallets')
  await expect(page.getByText('A wallet that you link signs you in here.')).toBeVisible()
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
  await expect(page.getByRole('heading', { level: 2, name: 'You are signed in.' })).toBeVisible()
  await expectAccessible(page)
})

test('removing the passkey of this session signs out here, and says so before', async ({ page, key }) => {
  const authenticator = await addVirtualAuthenticator(page)
  await signInAndAddPasskey(page, key)
  await returnToSignInPage(page, authenticator)
  await findUsePasskeyButton(page).click()
  await expectAccountPage(page)
  await openPasskeysPage(page)
  await page.getByRole('button', { name: 'Remove Chrome on Linux' }).click()
  await expect(page.getByRole('dialog')).toContainText(
    'You are signed in with it now, so you will be signed out here at once.',
  )
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Remove it' }).click()
  await page.waitForURL('**/signed-out?reason=way-in-gone')
})

test('a button that is pressed twice before the page can be drawn asks once', async ({ page, key }) => {
  await addVirtualAuthenticator(page)
  await signInAndAddPasskey(page, key)
  const requests: string[] = []
  page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await findAddPasskeyButton(page).evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
  })
  await expect(page.getByRole('main').getByText('There is a passkey of yours here already.')).toBeVisible()
  expect(requests.filter((request) => request === 'POST /api/passkeys/options')).toHaveLength(1)
  await findAddPasskeyButton(page).click()
  await expect
    .poll(
      () => requests.filter((request) => request === 'POST /api/passkeys/options'),
      'and again when it is pressed again',
    )
    .toHaveLength(2)
})

test('while a merge can be undone, no passkey is removed, and the page says why', async ({ page, key }) => {
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
  await expect(remove).toHaveAccessibleDescription('Not while your merge can still be undone.')
  await pressControlByKeyboard(page, remove)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectAccessible(page)
})

test('a full list says why there is no more, and how many there may be', async ({ page, key }) => {
  await openAccountWithFakeWallet(page, key)
  const items = Array.from({ length: 10 }, (_, index) => ({
    id: String(index).padStart(26, '0'),
    label: index === 3 ? null : `Passkey with a rather long name that somebody gave it ${index}`.slice(0, 64),
    isSynced: index % 3 > 0,
    backedUp: index % 3 > 1,
    createdAt: new Date(Date.now() - index * 8e9).toISOString(),
    lastUsedAt: new Date(Date.now() - index * 4e9).toISOString(),
  }))
  await mockApiEndpointResponse(page, 'listPasskeys', { items, nextCursor: null, most: 10 })
  await openPasskeysPage(page)
  await expect(findPasskeyListItems(page)).toHaveCount(10)
  await expect(findAddPasskeyButton(page)).toHaveAccessibleDescription(
    'There is room for 10 passkeys. Remove one that you no longer use first.',
  )
  await expect(page.getByText('Passkey without a name')).toBeVisible()
  await expectAccessible(page)
})

test('what the server refuses is said where it was tried', async ({ page, key }) => {
  await addVirtualAuthenticator(page)
  await signInAndAddPasskey(page, key)
  await mockApiEndpointError(page, createApiEndpointUrlMatcher('removePasskey'), 'merge.already_open')
  await page.getByRole('button', { name: 'Remove Chrome on Linux' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove it' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'You recently merged two identities' })).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Rename Chrome on Linux' }).click()
  await page.getByRole('textbox').fill('\u202Eevil')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('This name can’t be used.')).toBeVisible()
  await expectAccessible(page)
})

test('a browser without passkeys says so, and still shows the list', async ({ page, key }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'))
  await openAccountWithFakeWallet(page, key)
  await openPasskeysPage(page)
  await expect(findAddPasskeyButton(page)).toHaveAccessibleDescription(/This browser cannot make passkeys here\./)
  await expect(page.getByText('No passkey yet')).toBeVisible()
})
