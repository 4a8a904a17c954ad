// Confirming that it is still the same person: what is sensitive waits for it, goes on by itself afterwards, and does not
// happen where it is put away. By wallet and by passkey.
import { createTestKey } from '@countersign/testing/test-keys'
import type { BrowserContext } from '@playwright/test'
import type { CallAnswer } from '@countersign/api/calls'
import { expectAccessible } from '../src/accessibility.ts'
import { addAuthenticator } from '../src/authenticator.ts'
import { confirmDialog } from '../src/confirm-dialog.ts'
import { press } from '../src/keyboard.ts'
import { startTime } from '../src/page-time.ts'
import { passkeyRows, signInAndAdd } from '../src/passkeys-page.ts'
import { addressOf, refuse, refuseOnce } from '../src/server-answers.ts'
import { shortAddress } from '../src/sign-in.ts'
import {
  choose,
  confirmWithFox,
  fox,
  linkButton,
  linkDialog,
  openWallets,
  play,
  rabbit,
  signInWithFox,
  switchAccount,
  walletRows,
} from '../src/wallets-page.ts'
import { expect, test } from './test.ts'

let made = 52_000
const newKey = () => createTestKey((made += 1))

/** What the server says of the session of this browser. */
async function readSession(context: BrowserContext, origin: string) {
  const { session } = (await (await context.request.get(`${origin}/api/session`)).json()) as CallAnswer<'readSession'>
  return session
}

test('M17, P5 what is sensitive waits for a second proof in a new browser, and the session goes on under another id', async ({
  page,
  context,
  server,
  key,
}) => {
  await signInWithFox(page, { fox: key, rabbit: newKey() })
  const before = await readSession(context, server.origin)
  expect(before?.confirmedUntil).toBeNull()
  await openWallets(page)
  await linkButton(page).click()
  await confirmWithFox(page)
  await expect(linkDialog(page)).toBeVisible()
  const after = await readSession(context, server.origin)
  expect(after?.id).not.toBe(before?.id)
  expect(Date.parse(after?.confirmedUntil ?? '')).toBeGreaterThan(Date.now())

  // It counts for a while: nobody is asked again.
  await page.keyboard.press('Escape')
  await linkButton(page).click()
  await expect(linkDialog(page)).toBeVisible()
  await expect(confirmDialog(page)).toBeHidden()
})

test('put away by Escape or by its button: nothing happened, and the focus is back', async ({ page, key }) => {
  await signInWithFox(page, { fox: key, rabbit: newKey() })
  await openWallets(page)
  await linkButton(page).click()
  await expect(confirmDialog(page).getByRole('heading', { name: 'Confirm that it is you' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(linkButton(page)).toBeFocused()
  await linkButton(page).click()
  await confirmDialog(page).getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(walletRows(page)).toHaveCount(1)
})

test('a wallet on an address that is not the person’s: says which to switch to, and goes on by itself', async ({
  page,
  key,
}) => {
  const other = newKey()
  await signInWithFox(page, { fox: key, rabbit: other, rabbitToo: key })
  await openWallets(page)
  await linkButton(page).click()
  await choose(confirmDialog(page), rabbit)
  const heading = confirmDialog(page).getByRole('heading', { name: `${rabbit} is on ${shortAddress(other.address)}.` })
  await expect(heading).toBeFocused()
  await expect(
    confirmDialog(page)
      .getByText(`To confirm, switch to ${shortAddress(key.address)} there`, { exact: false })
      .first(),
  ).toBeVisible()
  await expectAccessible(page)
  await switchAccount(page, rabbit)
  await expect(linkDialog(page)).toBeVisible()
})

test('declined, then signed after all', async ({ page, key }) => {
  await signInWithFox(page, { fox: key, rabbit: newKey() })
  await openWallets(page)
  await play(page, fox, 'declines-sign')
  await linkButton(page).click()
  await choose(confirmDialog(page), fox)
  await expect(confirmDialog(page).getByRole('heading', { name: 'You declined to sign.' })).toBeFocused()
  await expect(confirmDialog(page).getByText('Nothing is confirmed yet.', { exact: true })).toBeVisible()
  await play(page, fox, 'good')
  await confirmDialog(page).getByRole('button', { name: 'Sign again' }).click()
  await expect(linkDialog(page)).toBeVisible()
})

test('signed by somebody else: refused in the dialog, with the way to look into it', async ({ page, key }) => {
  await signInWithFox(page, { fox: key, rabbit: newKey() })
  await openWallets(page)
  await play(page, fox, 'wrong-signer')
  await linkButton(page).click()
  await choose(confirmDialog(page), fox)
  await expect(
    confirmDialog(page).getByRole('heading', { name: `The signature does not match ${shortAddress(key.address)}.` }),
  ).toBeVisible()
  await expect(confirmDialog(page).getByRole('link', { name: 'Open in the inspector' })).toHaveAttribute(
    'href',
    /^\/inspector#message=/,
  )
})

test('a message that is not signed in time is replaced', async ({ page, key }) => {
  await startTime(page)
  await signInWithFox(page, { fox: key, rabbit: newKey() })
  await openWallets(page)
  await play(page, fox, 'never-signs')
  await linkButton(page).click()
  await choose(confirmDialog(page), fox)
  await expect(confirmDialog(page).getByText(`Sign in ${fox}.`)).toBeVisible()
  await page.clock.fastForward(5 * 60_000 + 1_000)
  await expect(confirmDialog(page).getByRole('heading', { name: 'This request expired.' })).toBeVisible()
  await play(page, fox, 'good')
  await confirmDialog(page).getByRole('button', { name: 'Sign the new one' }).click()
  await expect(linkDialog(page)).toBeVisible()
})

test('too many tries: says when, and sends the signed message again by itself', async ({ page, key }) => {
  await signInWithFox(page, { fox: key, rabbit: newKey() })
  await openWallets(page)
  await refuse(page, addressOf('stepUp'), 'rate.limited', 2)
  await linkButton(page).click()
  await choose(confirmDialog(page), fox)
  await expect(confirmDialog(page).getByRole('heading', { name: 'Too many attempts.' })).toBeVisible()
  await page.unrouteAll()
  await expect(linkDialog(page)).toBeVisible()
})

test('the lists cannot be had: says so in the dialog, and tries again', async ({ page, key }) => {
  await signInWithFox(page, { fox: key, rabbit: newKey() })
  await openWallets(page)
  await refuse(page, addressOf('listPasskeys'), 'database.unavailable')
  await linkButton(page).click()
  await expect(confirmDialog(page).getByText('The server can’t reach its database right now.')).toBeVisible()
  await page.unrouteAll()
  await confirmDialog(page).getByRole('button', { name: 'Try again' }).click()
  await expect(confirmDialog(page).getByRole('button', { name: fox })).toBeVisible()
})

test('the session ended meanwhile: the browser says so', async ({ page, key }) => {
  await signInWithFox(page, { fox: key, rabbit: newKey() })
  await openWallets(page)
  await refuse(page, addressOf('stepUp'), 'session.required')
  await linkButton(page).click()
  await choose(confirmDialog(page), fox)
  await page.waitForURL('**/signed-out?reason=ended')
})

test('by keyboard alone, with the focus kept inside, and without a fault that axe knows', async ({ page, key }) => {
  await signInWithFox(page, { fox: key, rabbit: newKey() })
  await openWallets(page)
  await press(page, linkButton(page))
  await expect(confirmDialog(page).getByRole('button', { name: fox })).toBeVisible()
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
  await press(page, confirmDialog(page).getByRole('button', { name: fox }))
  await expect(linkDialog(page).getByRole('heading', { name: 'Link another wallet' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(linkButton(page)).toBeFocused()
})

test('by a passkey, which comes first where the person has one; calling it off is no failure', async ({
  page,
  context,
  server,
  key,
}) => {
  const authenticator = await addAuthenticator(page)
  await signInAndAdd(page, key)
  const before = await readSession(context, server.origin)
  await refuseOnce(page, addressOf('changePasskey'), 'step_up.required')
  await page.getByRole('button', { name: 'Rename' }).click()
  await page.keyboard.type('Desk')
  await page.keyboard.press('Enter')

  const usePasskey = confirmDialog(page).getByRole('button', { name: 'Use a passkey' })
  await expect(usePasskey).toBeVisible()
  await expect(confirmDialog(page).getByRole('list', { name: 'Choose your wallet' })).toBeVisible()
  await expectAccessible(page)
  // THREATS P6: whoever the authenticator does not know confirms nothing.
  await authenticator.setVerified(false)
  await usePasskey.click()
  await expect(confirmDialog(page).getByText('No passkey was used.', { exact: true })).toBeVisible()
  await expect(confirmDialog(page).getByRole('status').last()).toContainText(
    'Nothing is confirmed yet. If your browser offered no passkey, it has none for this site.',
  )
  await authenticator.setVerified(true)
  await usePasskey.click()
  await expect(confirmDialog(page)).toBeHidden()
  await expect(passkeyRows(page).getByRole('heading', { name: 'Desk' })).toBeVisible()
  const after = await readSession(context, server.origin)
  expect(after?.id).not.toBe(before?.id)
  expect(after?.passkey).not.toBeNull()
})

test('a dialog whose code for the proof cannot be fetched says so', async ({ page, key }) => {
  await signInWithFox(page, { fox: key, rabbit: newKey() })
  await openWallets(page)
  await page.route('**/assets/start-signIn-*', (route) => route.abort())
  await linkButton(page).click()
  await expect(confirmDialog(page).getByRole('alert')).toContainText('The server does not answer.')
  await expect(confirmDialog(page).getByRole('button', { name: 'Try again' })).toBeVisible()
})
