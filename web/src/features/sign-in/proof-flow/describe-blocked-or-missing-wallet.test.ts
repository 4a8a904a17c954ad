// Texts for blocked and missing wallets. If only an unrelated extension is blocked, there is no
// text.
import { expect, test } from 'vitest'
import { createTestTranslator } from '../../../testing/create-test-translator.ts'
import { describeBlockedOrMissingWallet } from './describe-blocked-or-missing-wallet.ts'

const signIn = { for: 'sign-in' } as const
const link = { for: 'link', addresses: [] } as const
const fox = { name: 'Fox' }
const any = { name: null }

const cases = [
  { missing: null, isBlocked: true, purpose: signIn, title: null },
  { missing: null, isBlocked: false, purpose: signIn, title: null },
  { missing: any, isBlocked: false, purpose: signIn, title: null },
  { missing: any, isBlocked: true, purpose: signIn, title: 'This browser blocks an extension on this page.' },
  { missing: fox, isBlocked: true, purpose: signIn, title: 'This browser seems to block Fox on this page.' },
  { missing: fox, isBlocked: false, purpose: signIn, title: 'Fox wasn’t found.' },
  { missing: fox, isBlocked: false, purpose: link, title: null },
  { missing: fox, isBlocked: true, purpose: link, title: 'This browser blocks an extension on this page.' },
]

test.each(cases)(
  'shows "$title" for $purpose.for, missing wallet $missing.name, blocked $isBlocked',
  ({ title, ...given }) => {
    for (const [isPhone, instead] of [
      [false, 'Use your phone, a passkey or another browser.'],
      [true, 'Open this page in your wallet app, or use a passkey or another browser.'],
    ] as const) {
      const said = describeBlockedOrMissingWallet(createTestTranslator('en'), { ...given, isPhone })
      expect(said?.title ?? null).toBe(title)
      expect(said === null || said.text.endsWith(instead)).toBe(true)
    }
  },
)
