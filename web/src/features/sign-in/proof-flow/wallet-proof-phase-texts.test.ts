// Every state must say something in every language, and name what it is about.
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

/** Whoever signs in may be on any address. */
const phasesOf = (purpose: WalletProofPurpose) =>
  phaseTextPhaseFixtures.filter(({ at }) => purpose.for !== 'sign-in' || at !== 'other-address')

test('what is said in every state', () => {
  const said = phasesOf(signInProofPurposeFixture).map((phase) => {
    const { title, text } = listPhaseSentences(phase, 'en')
    return `${phase.at}: ${title}${text && ` | ${text}`}`
  })
  expect(said.join('\n')).toMatchInlineSnapshot(`
    "discovering: Looking for wallets…
    choosing: Choose your wallet
    no-wallet: No wallet found in this browser. | A wallet is an app or browser extension with a key that only you can use. Use your phone, a passkey, or get a wallet.
    already-signed-in: You are signed in as 0x90F8…c9C1. | Go on as this person, or sign in with another wallet.
    connecting: Waiting for Fox. Approve the connection there.
    connecting: Waiting for Fox. Approve the connection there. | Don’t see it? Click its icon in the toolbar; it may be locked.
    connection-open: Fox already has a request open. | Finish or close it there; this page continues by itself.
    locked: Fox is locked. | Unlock it to go on; this page continues by itself.
    connection-declined: You declined in Fox. | Nothing was shared.
    no-account: Fox shared no account. | Pick one there and try again.
    disconnected: Fox disconnected. | Connect again to go on.
    window-blocked: Your browser blocked Fox’s window. | Open it with this button. If it is blocked again, allow pop-ups for this site.
    wallet-failed: Fox answered with an error. | You are not signed in. Try again; if it stays, restart the wallet.
    cannot-sign: Fox can’t sign messages. | Use another wallet.
    preparing: Preparing the message…
    message-ready: Sign this message to prove 0x90F8…c9C1 is yours. | It costs nothing and moves nothing.
    signing: Sign in Fox.
    signing: Still waiting for Fox. If its window is gone, send the request again. | Send the request again
    signature-open: Fox already has a request open. Finish or close it; this page continues by itself. | Ask again
    awaiting: This is a shared wallet: its owners must approve. | While you look at this page, it asks by itself whether they have approved.
    awaiting: This is a shared wallet: 2 of its 3 owners must approve. | While you look at this page, it asks by itself whether they have approved.
    signature-declined: You declined to sign. | You are not signed in.
    address-changed: You switched to 0x90F8…c9C1. | Sign in with this one? The message for the other address was thrown away.
    expired: This request expired. | Here is a new one. If Fox still shows the old one, close it there.
    expired: This request expired. | Begin again with a new one. If Fox still shows the old one, close it there.
    checking: This site checks that the signature is yours.
    other-signer: The signature does not match 0x90F8…c9C1. | Look in Fox which account is selected, then sign again.
    refused: The signed message isn’t the one this site requested. | Try again, and sign the message exactly as shown.
    refused: This wallet lives on chain 777, which this server does not read. | You are not signed in. Change the network in Fox if your wallet is on another one too, or use another wallet.
    refused: This wallet lives on Base, which this server does not read. | You are not signed in. Change the network in Fox if your wallet is on another one too, or use another wallet.
    refused: This wallet does not exist on Our chain yet. | Deploy it, or use another.
    refused: Something went wrong. | Try again; if it stays, tell whoever runs this site.
    refused: Fox changed the message before it signed it. | You are not signed in. Only the message as it is shown counts here. Try again; if it stays, use another wallet.
    refused: Fox put something before the message and signed both. | You are not signed in. Hardware wallets do so on Solana, and this site cannot accept it. Choose an account in Fox whose key is not on the hardware wallet, or use another wallet.
    refused: 4Nd1mB…DB4T belongs to a program, and a program cannot sign. | You are not signed in. It may be the vault of a multisig. Choose an account in Fox that has a key of its own, or use another wallet.
    refused: Fox answered with a signature of the old kind, which bc1qw508…f3t4 does not have. | You are not signed in. Choose a native SegWit account (bc1q…) or a Taproot account (bc1p…) in Fox; if it is on one, update Fox.
    refused: The signature of Fox counts from a certain time on only. | You are not signed in. This site cannot tell whether that time has come (a timelock). Choose an address without a timelock in Fox.
    refused: bc1qw508…f3t4 is kept by a script that this site cannot check. | You are not signed in. It can check addresses of one key, and of several of which some must sign. Choose such a one in Fox, or use another wallet.
    refused: Fox answered with a kind of signature that bc1qw508…f3t4 does not have. | You are not signed in. Choose a native SegWit account (bc1q…) or a Taproot account (bc1p…) in Fox, or use another wallet.
    refused: Fox is on a test network of Bitcoin. | You are not signed in. This site takes Bitcoin’s main network. Change the network in Fox, or use another wallet.
    refused: Fox is on Bitcoin’s main network. | You are not signed in. This site takes a test network of Bitcoin. Change the network in Fox, or use another wallet.
    suspended: This sign-in has been suspended. | Ask whoever runs site.example.
    offline: You are offline. | We’ll go on when you are back.
    unreachable: The server does not answer. | This page tries again by itself.
    chain-unavailable: We can’t reach Ethereum to check this wallet. | Nothing is wrong with it, and your signature is kept. This page tries again by itself.
    rate-limited: Too many attempts. | This page goes on by itself when the time is up.
    done: Signed in as 0x90F8…c9C1. | Going on…"
  `)
})

test.each(['en', 'de'] as const)('%s: every state has words, and none with a hole in them', (language) => {
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

test('links open this page in the wallets’ own browsers', () => {
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

test('tells phones and tablets from computers', () => {
  const iPad = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15'
  const android = 'Mozilla/5.0 (Linux; Android 14; Pixel 8)'
  const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
  expect(isMobileDevice({ userAgent: android, maxTouchPoints: 5 })).toBe(true)
  expect(isMobileDevice({ userAgent: iPad, maxTouchPoints: 5 })).toBe(true)
  expect(isMobileDevice({ userAgent: iPad, maxTouchPoints: 0 })).toBe(false)
  expect(isMobileDevice({ userAgent: windows, maxTouchPoints: 10 })).toBe(false)
  expect(isMobileDevice({ userAgent: '', maxTouchPoints: 0, userAgentData: { mobile: true } })).toBe(true)
})

test('writes lengths of time', () => {
  expect([0, 9, 61, 272].map(formatCountdown)).toEqual(['0:00', '0:09', '1:01', '4:32'])
  expect([7 * 60_000, 120 * 60_000, 72 * 3_600_000].map((length) => formatDuration(length, 'en'))).toEqual([
    '7 minutes',
    '2 hours',
    '3 days',
  ])
  expect(formatDuration(60_000, 'de')).toBe('1 Minute')
})
