// Every phase has a text in every language, and the text names its subject.
import { walletAppCatalog } from '@countersign/api/wallet-app-catalog'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { WalletProofPurpose } from '../wallet/wallet-proof-purpose.ts'
import { isMobileDevice } from '../no-wallet/list-offered-wallets.ts'
import { formatDuration } from './OfflineAndClockNotices.tsx'
import { formatCountdown } from './use-countdown-seconds.ts'
import { buildWalletDeepLinks } from './wallet-deep-links.ts'
import {
  phaseTextPhaseFixtures,
  signInProofPurposeFixture,
  listPhaseSentences,
  walletProofPurposeFixtures,
} from '../../../testing/wallet-proof-phase-text-fixtures.ts'

beforeAll(() => {
  vi.stubGlobal('location', { host: 'site.example' })
})
afterAll(() => {
  vi.unstubAllGlobals()
})

const phasesOf = (purpose: WalletProofPurpose) =>
  phaseTextPhaseFixtures.filter(({ at }) => purpose.for !== 'sign-in' || at !== 'other-address')

test('English texts of every wallet sign-in phase', () => {
  const said = phasesOf(signInProofPurposeFixture).map((phase) => {
    const { title, text } = listPhaseSentences(phase, 'en')
    return `${phase.at}: ${title}${text && ` | ${text}`}`
  })
  expect(said.join('\n')).toMatchInlineSnapshot(`
    "discovering: Looking for wallets…
    choosing: Choose your wallet
    no-wallet: No wallet found in this browser. | A wallet is an app or browser extension with a key that only you can use. Use your phone, a passkey, or get a wallet.
    already-signed-in: You’re signed in as 0x90F8…c9C1. | Continue as this person, or sign in with a different wallet.
    connecting: Waiting for Fox. Approve the connection there.
    connecting: Waiting for Fox. Approve the connection there. | Don’t see it? Click its icon in the toolbar; it may be locked.
    connection-open: Fox already has a request open. | Finish or close it there. This page continues automatically.
    locked: Fox is locked. | Unlock it to continue. This page continues automatically.
    connection-declined: You declined in Fox. | Nothing was shared.
    no-account: Fox didn’t share an account. | Select one there and try again.
    disconnected: Fox disconnected. | Reconnect to continue.
    window-blocked: Your browser blocked Fox’s window. | Open it with this button. If it’s blocked again, allow pop-ups for this site.
    wallet-failed: Fox returned an error. | You’re not signed in. Try again. If this keeps happening, restart the wallet.
    cannot-sign: Fox can’t sign messages. | Use a different wallet.
    preparing: Preparing the message…
    message-ready: Approve in Fox. | It’s free and moves no funds.
    signing: Approve in Fox. | It’s free and moves no funds.
    signing: Still waiting for Fox. If its window is gone, resend the request. | Resend the request
    signature-open: Fox already has a request open. Finish or close it. This page continues automatically. | Send again
    awaiting: This is a shared wallet: its owners must approve. | While you’re viewing this page, it checks for approvals automatically.
    awaiting: This is a shared wallet: 2 of its 3 owners must approve. | While you’re viewing this page, it checks for approvals automatically.
    signature-declined: You declined to sign. | You’re not signed in.
    address-changed: You switched to 0x90F8…c9C1. | Sign in with this one? The message for the other address was discarded.
    expired: This request expired. | Here’s a new one. If Fox still shows the old one, close it there.
    expired: This request expired. | Start again with a new one. If Fox still shows the old one, close it there.
    checking: This site is verifying your signature.
    other-signer: The signature doesn’t match 0x90F8…c9C1. | Check which account is selected in Fox, then sign again.
    refused: The signed message isn’t the one this site requested. | Try again, and sign the message exactly as shown.
    refused: This wallet is on chain 777, which this server doesn’t support. | You’re not signed in. If your wallet is also on another network, switch to it in Fox. Otherwise, use a different wallet.
    refused: This wallet is on Base, which this server doesn’t support. | You’re not signed in. If your wallet is also on another network, switch to it in Fox. Otherwise, use a different wallet.
    refused: This wallet isn’t deployed on Our chain yet. | Deploy it, or use a different wallet.
    refused: This wallet is on Base and OP Mainnet. | You’re not signed in. The message was for Ethereum. Switch to Base or OP Mainnet, then sign a new message.
    refused: This wallet is on Base. | You’re not signed in. The message was for Ethereum. Switch to Base in Fox, then sign a new message.
    refused: Something went wrong. | Try again. If this keeps happening, contact the site’s administrator.
    refused: Fox changed the message before signing it. | You’re not signed in. Only the exact message shown is accepted. Try again. If this keeps happening, use a different wallet.
    refused: The Solana app on your hardware wallet is too old. | You’re not signed in. Update the app (on a Ledger, in Ledger Live or Ledger Wallet), then try again.
    refused: 4Nd1mB…DB4T belongs to a program, and programs can’t sign. | You’re not signed in. It may be a multisig vault. Choose an account in Fox that has its own key, or use a different wallet.
    refused: Fox returned a legacy signature, which doesn’t work with bc1qw508…f3t4. | You’re not signed in. Choose a native SegWit account (bc1q…) in Fox, or update Fox.
    refused: Fox can’t sign messages with bc1qw508…f3t4. | You’re not signed in. Switch the address type in Fox to native SegWit (bc1q…), or use a different wallet.
    refused: The signature from Fox isn’t valid until a certain time. | You’re not signed in. This site can’t check whether that time has passed (a timelock). Choose an address without a timelock in Fox.
    refused: bc1qw508…f3t4 uses a script this site can’t check. | You’re not signed in. Single-key and multisig addresses work. Choose one in Fox, or use a different wallet.
    refused: Fox returned a type of signature that doesn’t work with bc1qw508…f3t4. | You’re not signed in. Choose a native SegWit account (bc1q…) or a Taproot account (bc1p…) in Fox, or use a different wallet.
    refused: Fox is on a Bitcoin test network. | You’re not signed in. This site uses Bitcoin mainnet. Change the network in Fox, or use a different wallet.
    refused: Fox is on Bitcoin mainnet. | You’re not signed in. This site uses a Bitcoin test network. Change the network in Fox, or use a different wallet.
    suspended: This sign-in has been suspended. | Contact the administrator of site.example.
    offline: You’re offline. | We’ll continue when you’re back online.
    unreachable: The server isn’t responding. | This page retries automatically.
    chain-unavailable: We can’t reach Ethereum to check this wallet. | Your wallet is fine and your signature is saved. This page retries automatically.
    rate-limited: Too many attempts. | This page continues when the time is up.
    done: Signed in as 0x90F8…c9C1. | Continuing…"
  `)
})

test.each(['en', 'de'] as const)('%s: every wallet proof phase has a text without missing values', (language) => {
  for (const purpose of walletProofPurposeFixtures) {
    for (const phase of phasesOf(purpose)) {
      for (const onPhone of [true, false]) {
        for (const isAnswering of [true, false]) {
          const { title, text } = listPhaseSentences(phase, language, purpose, onPhone, isAnswering)
          expect(title).toMatch(/\p{L}{3}/u)
          expect(`${phase.at}: ${title} ${text}`).not.toMatch(/undefined|null|\$\{| {2}/)
        }
      }
    }
  }
})

test('wallet deep links open the current page in the browser of the wallet app', () => {
  expect(buildWalletDeepLinks('https://site.example/sign-in?interaction=a%20b#part', walletAppCatalog.slice(0, 2)))
    .toMatchInlineSnapshot(`
    [
      {
        "href": "https://link.metamask.io/dapp/site.example/sign-in?interaction=a%20b",
        "name": "MetaMask",
      },
      {
        "href": "https://link.trustwallet.com/open_url?coin_id=60&url=https%3A%2F%2Fsite.example%2Fsign-in%3Finteraction%3Da%2520b",
        "name": "Trust Wallet",
      },
    ]
  `)
})

test('distinguishes phones and tablets from computers', () => {
  const iPad = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15'
  const android = 'Mozilla/5.0 (Linux; Android 14; Pixel 8)'
  const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
  expect(isMobileDevice({ userAgent: android, maxTouchPoints: 5 })).toBe(true)
  expect(isMobileDevice({ userAgent: iPad, maxTouchPoints: 5 })).toBe(true)
  expect(isMobileDevice({ userAgent: iPad, maxTouchPoints: 0 })).toBe(false)
  expect(isMobileDevice({ userAgent: windows, maxTouchPoints: 10 })).toBe(false)
  expect(isMobileDevice({ userAgent: '', maxTouchPoints: 0, userAgentData: { mobile: true } })).toBe(true)
})

test('formats countdowns and durations', () => {
  expect([0, 9, 61, 272].map(formatCountdown)).toEqual(['0:00', '0:09', '1:01', '4:32'])
  expect([7 * 60_000, 120 * 60_000, 72 * 3_600_000].map((length) => formatDuration(length, 'en'))).toEqual([
    '7 minutes',
    '2 hours',
    '3 days',
  ])
  expect(formatDuration(60_000, 'de')).toBe('1 Minute')
})
