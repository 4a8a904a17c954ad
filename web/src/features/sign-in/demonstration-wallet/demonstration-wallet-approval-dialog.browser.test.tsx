// Tests the message shown by the demonstration wallet: its one-time code is short until the person
// shows all of it, and the signed text is the whole text.
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createDemonstrationWalletApprovalDialog } from './demonstration-wallet-approval-dialog.ts'

const address = '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1'
const code = `8fK3${'a1'.repeat(32)}x9Qd`
const createText = (nonce: string) => `site.example wants you to sign in with your Ethereum account:
${address}

Sign in.

URI: https://site.example
Version: 1
Chain ID: 1
Nonce: ${nonce}
Issued At: 2026-01-05T09:00:00.000Z`

const findDialogRoot = () => document.querySelector('countersign-demonstration-wallet')!.shadowRoot!
const readMessage = () => findDialogRoot().querySelector('pre')!.textContent

afterEach(() => {
  document.documentElement.lang = 'en'
})

test.each([
  ['en', 'Show the whole one-time code', 'Shorten the one-time code', 'Sign'],
  ['de', 'Einmal-Code ganz zeigen', 'Einmal-Code kürzen', 'Unterschreiben'],
])('shows the whole one-time code on demand (%s)', async (language, show, hide, sign) => {
  document.documentElement.lang = language
  const text = createText(code)
  const decision = createDemonstrationWalletApprovalDialog(document, 'https://site.example').askToSign(
    'eip155',
    address,
    text,
    true,
  )
  expect(readMessage()).toBe(createText('8fK3…x9Qd'))
  const toggle = page.getByRole('button', { name: show, expanded: false })
  toggle.element().focus()
  await userEvent.keyboard('{Enter}')
  expect(readMessage()).toBe(text)
  await page.getByRole('button', { name: hide, expanded: true }).click()
  expect(readMessage()).toBe(createText('8fK3…x9Qd'))
  await page.getByRole('button', { name: sign, exact: true }).click()
  expect(await decision).toBe('approved')
})

test.each([
  ['a short code', createText('abcdefgh01234567')],
  ['a text that is not a sign-in message', `Nonce: ${code}\nPay 1 ETH`],
])('shows %s as it is, without a button', async (_, text) => {
  const decision = createDemonstrationWalletApprovalDialog(document, 'https://site.example').askToSign(
    'eip155',
    address,
    text,
    true,
  )
  expect(readMessage()).toBe(text)
  await expect.element(page.getByRole('button', { name: 'Show the whole one-time code' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Decline' }).click()
  expect(await decision).toBe('declined')
})
