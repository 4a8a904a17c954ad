// Every state must say something in every language, and name what it is about.
import { bitcoinChainReferences } from '@countersign/message/bip122/bitcoin-chains'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestTranslator } from '../../../testing/test-translator.ts'
import type { WalletProofPhase } from '../wallet/wallet-proof-phases.ts'
import type { ProofPurpose } from '../wallet/proof-purpose.ts'
import { isPhone } from '../no-wallet/offered-wallets.ts'
import { knownWallets } from '@countersign/api/known-wallets'
import { formatDuration } from './ConnectionNotices.tsx'
import { describeNoWallet, describeProofPhase } from './describe-proof-phase.ts'
import { getProofMessageValues } from './proof-message-values.ts'
import { formatCountdown } from './use-seconds-left.ts'
import { buildWalletDeepLinks } from './wallet-deep-links.ts'

beforeAll(() => {
  vi.stubGlobal('location', { host: 'site.example' })
})
afterAll(() => {
  vi.unstubAllGlobals()
})

const wallet = { id: 'w', name: 'Fox' }
const connected = { wallet, address: '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1', chainId: '1' }
const message = {
  domain: 'site.example',
  address: connected.address,
  uri: 'https://site.example',
  version: '1',
  chainId: '1',
} as const
const draft = {
  ...connected,
  message: { ...message, nonce: 'abcdefgh', issuedAt: '' },
  text: '',
  expiresAt: 0,
  challengeId: '',
  chainName: null,
}
const signed = { ...draft, signature: '0x' }
const ofSolana = { wallet, address: '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T', chainId: 'solana' }
const ofBitcoin = { wallet, address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', chainId: 'bip122:mainnet' }
const person = { name: null, address: connected.address }
const task = { kind: 'proof', signed } as const

const phases: readonly WalletProofPhase[] = [
  { at: 'discovering', patienceAt: 0 },
  { at: 'choosing' },
  { at: 'no-wallet' },
  { at: 'already-signed-in', person },
  { at: 'connecting', wallet, slowAt: 0 },
  { at: 'connecting', wallet, slowAt: null },
  { at: 'connection-open', wallet, lookAt: 0 },
  { at: 'locked', wallet, lookAt: 0 },
  { at: 'connection-declined', wallet },
  { at: 'no-account', wallet },
  { at: 'disconnected', wallet },
  { at: 'window-blocked', wallet, again: null },
  { at: 'wallet-failed', wallet, said: 'no' },
  { at: 'cannot-sign', wallet },
  { at: 'preparing', connected },
  { at: 'message-ready', draft, signAt: 0 },
  { at: 'signing', draft, slowAt: 0 },
  { at: 'signing', draft, slowAt: null },
  { at: 'signature-open', draft, tryAt: null, acceptedAt: null },
  { at: 'awaiting', draft, askAt: 0, looks: 0, trouble: null },
  {
    at: 'awaiting',
    draft: { ...draft, contract: { owners: { needed: 2, count: 3 } } },
    askAt: null,
    looks: 1,
    trouble: null,
  },
  { at: 'signature-declined', connected, again: draft },
  { at: 'address-changed', connected },
  { at: 'other-address', connected, lookAt: 0 },
  { at: 'expired', connected },
  { at: 'expired', connected: { ...connected, contract: { owners: null } } },
  { at: 'checking', signed, tries: 0 },
  { at: 'other-signer', connected, signed },
  { at: 'refused', connected, code: 'sign_in.mismatch', signed },
  { at: 'refused', connected: { ...connected, chainId: '777' }, code: 'chain.not_read', signed: null },
  { at: 'refused', connected: { ...connected, chainId: '8453' }, code: 'chain.not_read', signed: null },
  { at: 'refused', connected, code: 'wallet.not_deployed', signed: { ...signed, chainName: 'Our chain' } },
  { at: 'refused', connected, code: 'a.code_of_a_newer_server', signed },
  ...['wallet.text_changed', 'wallet.text_prefixed', 'signature.off_curve'].map((code) => ({
    at: 'refused' as const,
    connected: ofSolana,
    code,
    signed: null,
  })),
  ...['wallet.old_signature', 'signature.timelock', 'signature.script_unknown', 'signature.other_kind'].map((code) => ({
    at: 'refused' as const,
    connected: ofBitcoin,
    code,
    signed: null,
  })),
  ...(['mainnet', 'testnet3'] as const).map((chain) => ({
    at: 'refused' as const,
    connected: { ...ofBitcoin, chainId: `bip122:${chain === 'mainnet' ? 'testnet' : 'mainnet'}` },
    code: 'wallet.other_network',
    signed: null,
    chainOfSite: bitcoinChainReferences[chain],
  })),
  { at: 'suspended', connected, reason: null },
  { at: 'offline', task, tries: 0, retryAt: null },
  { at: 'unreachable', task, tries: 0, retryAt: 0, code: 'network.unreachable' },
  { at: 'chain-unavailable', task, tries: 0, retryAt: 0 },
  { at: 'rate-limited', task, tries: 0, retryAt: 0 },
  { at: 'done', signed, name: null, next: '/account', leaveAt: 0 },
]

const languages = { en: createTestTranslator('en'), de: createTestTranslator('de') }
const signIn: ProofPurpose = { for: 'sign-in' }

function sentencesOf(
  phase: WalletProofPhase,
  language: keyof typeof languages,
  purpose = signIn,
  isPhone = false,
  isAnswering = false,
) {
  const t = languages[language]
  if (phase.at === 'no-wallet') return describeNoWallet(t, isPhone, isAnswering)
  return describeProofPhase(phase, t, getProofMessageValues(phase, purpose, t, language), null)
}

/** Whoever signs in may be on any address. */
const phasesOf = (purpose: ProofPurpose) =>
  phases.filter(({ at }) => purpose.for !== 'sign-in' || at !== 'other-address')

test('what is said in every state', () => {
  const said = phasesOf(signIn).map((phase) => {
    const { title, text } = sentencesOf(phase, 'en')
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

const otherAddress = '0xFFcf8FDEE72ac11b5c542428B35EEF5769C409f0'
const purposes: readonly ProofPurpose[] = [
  signIn,
  { for: 'step-up', addresses: [otherAddress] },
  { for: 'link', addresses: [connected.address] },
  { for: 'merge', addresses: [otherAddress] },
]

test('the other device is not sent to yet another one', () => {
  const said = (isPhone: boolean) => {
    const { title, text } = sentencesOf({ at: 'no-wallet' }, 'en', signIn, isPhone, true)
    return `${title} | ${text}`
  }
  expect([said(false), said(true)]).toMatchInlineSnapshot(`
    [
      "No wallet found in this browser. | A wallet is an app or browser extension with a key that only you can use.",
      "Open this page in your wallet app | This browser cannot reach your wallet. The browser inside the wallet app can; it asks for the pair once more.",
    ]
  `)
})

test('what is said otherwise where the proof is for something else', () => {
  const said = purposes.slice(1).flatMap((purpose) => {
    const different = phases.filter(
      (phase) => JSON.stringify(sentencesOf(phase, 'en', purpose)) !== JSON.stringify(sentencesOf(phase, 'en')),
    )
    return different.map(
      (phase) => `${purpose.for}, ${phase.at}: ${Object.values(sentencesOf(phase, 'en', purpose)).join(' | ')}`,
    )
  })
  expect(said.join('\n')).toMatchInlineSnapshot(`
    "step-up, wallet-failed: Fox answered with an error. | Nothing is confirmed yet. Try again; if it stays, restart the wallet.
    step-up, signature-declined: You declined to sign. | Nothing is confirmed yet.
    step-up, address-changed: You switched to 0x90F8…c9C1. | Confirm with this one? The message for the other address was thrown away.
    step-up, other-address: Fox is on 0x90F8…c9C1. | To confirm, switch to 0xFFcf…09f0 there; this page continues by itself.
    step-up, refused: This wallet lives on chain 777, which this server does not read. | Nothing is confirmed yet. Change the network in Fox if your wallet is on another one too, or use another wallet.
    step-up, refused: This wallet lives on Base, which this server does not read. | Nothing is confirmed yet. Change the network in Fox if your wallet is on another one too, or use another wallet.
    step-up, refused: Fox changed the message before it signed it. | Nothing is confirmed yet. Only the message as it is shown counts here. Try again; if it stays, use another wallet.
    step-up, refused: Fox put something before the message and signed both. | Nothing is confirmed yet. Hardware wallets do so on Solana, and this site cannot accept it. Choose an account in Fox whose key is not on the hardware wallet, or use another wallet.
    step-up, refused: 4Nd1mB…DB4T belongs to a program, and a program cannot sign. | Nothing is confirmed yet. It may be the vault of a multisig. Choose an account in Fox that has a key of its own, or use another wallet.
    step-up, refused: Fox answered with a signature of the old kind, which bc1qw508…f3t4 does not have. | Nothing is confirmed yet. Choose a native SegWit account (bc1q…) or a Taproot account (bc1p…) in Fox; if it is on one, update Fox.
    step-up, refused: The signature of Fox counts from a certain time on only. | Nothing is confirmed yet. This site cannot tell whether that time has come (a timelock). Choose an address without a timelock in Fox.
    step-up, refused: bc1qw508…f3t4 is kept by a script that this site cannot check. | Nothing is confirmed yet. It can check addresses of one key, and of several of which some must sign. Choose such a one in Fox, or use another wallet.
    step-up, refused: Fox answered with a kind of signature that bc1qw508…f3t4 does not have. | Nothing is confirmed yet. Choose a native SegWit account (bc1q…) or a Taproot account (bc1p…) in Fox, or use another wallet.
    step-up, refused: Fox is on a test network of Bitcoin. | Nothing is confirmed yet. This site takes Bitcoin’s main network. Change the network in Fox, or use another wallet.
    step-up, refused: Fox is on Bitcoin’s main network. | Nothing is confirmed yet. This site takes a test network of Bitcoin. Change the network in Fox, or use another wallet.
    step-up, done: Confirmed. | Going on…
    link, wallet-failed: Fox answered with an error. | The wallet is not linked. Try again; if it stays, restart the wallet.
    link, signature-declined: You declined to sign. | The wallet is not linked.
    link, address-changed: You switched to 0x90F8…c9C1. | Link this one? The message for the other address was thrown away.
    link, other-address: Fox is on 0x90F8…c9C1. | That one is on your list already. Switch to the account in Fox that you want to link; this page continues by itself.
    link, refused: This wallet lives on chain 777, which this server does not read. | The wallet is not linked. Change the network in Fox if your wallet is on another one too, or use another wallet.
    link, refused: This wallet lives on Base, which this server does not read. | The wallet is not linked. Change the network in Fox if your wallet is on another one too, or use another wallet.
    link, refused: Fox changed the message before it signed it. | The wallet is not linked. Only the message as it is shown counts here. Try again; if it stays, use another wallet.
    link, refused: Fox put something before the message and signed both. | The wallet is not linked. Hardware wallets do so on Solana, and this site cannot accept it. Choose an account in Fox whose key is not on the hardware wallet, or use another wallet.
    link, refused: 4Nd1mB…DB4T belongs to a program, and a program cannot sign. | The wallet is not linked. It may be the vault of a multisig. Choose an account in Fox that has a key of its own, or use another wallet.
    link, refused: Fox answered with a signature of the old kind, which bc1qw508…f3t4 does not have. | The wallet is not linked. Choose a native SegWit account (bc1q…) or a Taproot account (bc1p…) in Fox; if it is on one, update Fox.
    link, refused: The signature of Fox counts from a certain time on only. | The wallet is not linked. This site cannot tell whether that time has come (a timelock). Choose an address without a timelock in Fox.
    link, refused: bc1qw508…f3t4 is kept by a script that this site cannot check. | The wallet is not linked. It can check addresses of one key, and of several of which some must sign. Choose such a one in Fox, or use another wallet.
    link, refused: Fox answered with a kind of signature that bc1qw508…f3t4 does not have. | The wallet is not linked. Choose a native SegWit account (bc1q…) or a Taproot account (bc1p…) in Fox, or use another wallet.
    link, refused: Fox is on a test network of Bitcoin. | The wallet is not linked. This site takes Bitcoin’s main network. Change the network in Fox, or use another wallet.
    link, refused: Fox is on Bitcoin’s main network. | The wallet is not linked. This site takes a test network of Bitcoin. Change the network in Fox, or use another wallet.
    link, done: Confirmed. | Going on…
    merge, wallet-failed: Fox answered with an error. | Nothing has changed. Try again; if it stays, restart the wallet.
    merge, signature-declined: You declined to sign. | Nothing has changed.
    merge, address-changed: You switched to 0x90F8…c9C1. | Go on with this one? The message for the other address was thrown away.
    merge, other-address: Fox is on 0x90F8…c9C1. | To confirm, switch to 0xFFcf…09f0 there; this page continues by itself.
    merge, refused: This wallet lives on chain 777, which this server does not read. | Nothing has changed. Change the network in Fox if your wallet is on another one too, or use another wallet.
    merge, refused: This wallet lives on Base, which this server does not read. | Nothing has changed. Change the network in Fox if your wallet is on another one too, or use another wallet.
    merge, refused: Fox changed the message before it signed it. | Nothing has changed. Only the message as it is shown counts here. Try again; if it stays, use another wallet.
    merge, refused: Fox put something before the message and signed both. | Nothing has changed. Hardware wallets do so on Solana, and this site cannot accept it. Choose an account in Fox whose key is not on the hardware wallet, or use another wallet.
    merge, refused: 4Nd1mB…DB4T belongs to a program, and a program cannot sign. | Nothing has changed. It may be the vault of a multisig. Choose an account in Fox that has a key of its own, or use another wallet.
    merge, refused: Fox answered with a signature of the old kind, which bc1qw508…f3t4 does not have. | Nothing has changed. Choose a native SegWit account (bc1q…) or a Taproot account (bc1p…) in Fox; if it is on one, update Fox.
    merge, refused: The signature of Fox counts from a certain time on only. | Nothing has changed. This site cannot tell whether that time has come (a timelock). Choose an address without a timelock in Fox.
    merge, refused: bc1qw508…f3t4 is kept by a script that this site cannot check. | Nothing has changed. It can check addresses of one key, and of several of which some must sign. Choose such a one in Fox, or use another wallet.
    merge, refused: Fox answered with a kind of signature that bc1qw508…f3t4 does not have. | Nothing has changed. Choose a native SegWit account (bc1q…) or a Taproot account (bc1p…) in Fox, or use another wallet.
    merge, refused: Fox is on a test network of Bitcoin. | Nothing has changed. This site takes Bitcoin’s main network. Change the network in Fox, or use another wallet.
    merge, refused: Fox is on Bitcoin’s main network. | Nothing has changed. This site takes a test network of Bitcoin. Change the network in Fox, or use another wallet.
    merge, done: Confirmed. | Going on…"
  `)
})

test('a person with many wallets is not told all of them', () => {
  const addresses = Array.from({ length: 4 }, () => otherAddress)
  const { text } = sentencesOf({ at: 'other-address', connected, lookAt: 0 }, 'en', { for: 'step-up', addresses })
  expect(text).toBe('To confirm, switch to one of your wallets there; this page continues by itself.')
})

test.each(['en', 'de'] as const)('%s: every state has words, and none with a hole in them', (language) => {
  for (const purpose of purposes) {
    for (const phase of phasesOf(purpose)) {
      for (const onPhone of [true, false]) {
        for (const isAnswering of [true, false]) {
          const { title, text } = sentencesOf(phase, language, purpose, onPhone, isAnswering)
          expect(title).toMatch(/\p{L}{3}/u)
          expect(`${phase.at}: ${title} ${text}`).not.toMatch(/undefined|null|\$\{| {2}/)
        }
      }
    }
  }
})

test('links open this page in the wallets’ own browsers', () => {
  expect(buildWalletDeepLinks('https://site.example/sign-in?interaction=a%20b#part', knownWallets.slice(0, 2)))
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
  expect(isPhone({ userAgent: android, maxTouchPoints: 5 })).toBe(true)
  expect(isPhone({ userAgent: iPad, maxTouchPoints: 5 })).toBe(true)
  expect(isPhone({ userAgent: iPad, maxTouchPoints: 0 })).toBe(false)
  expect(isPhone({ userAgent: windows, maxTouchPoints: 10 })).toBe(false)
  expect(isPhone({ userAgent: '', maxTouchPoints: 0, userAgentData: { mobile: true } })).toBe(true)
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
