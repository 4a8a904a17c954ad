// What the page says where the proof is for something else than a sign-in.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  phaseTextWalletFixture,
  phaseTextPhaseFixtures,
  signInProofPurposeFixture,
  listPhaseSentences,
  phaseTextOtherAddressFixture,
  walletProofPurposeFixtures,
} from '../../../testing/wallet-proof-phase-text-fixtures.ts'

beforeAll(() => {
  vi.stubGlobal('location', { host: 'site.example' })
})
afterAll(() => {
  vi.unstubAllGlobals()
})

test('the other device is not sent to yet another one', () => {
  const said = (isPhone: boolean) => {
    const { title, text } = listPhaseSentences({ at: 'no-wallet' }, 'en', signInProofPurposeFixture, isPhone, true)
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
  const said = walletProofPurposeFixtures.slice(1).flatMap((purpose) => {
    const different = phaseTextPhaseFixtures.filter(
      (phase) =>
        JSON.stringify(listPhaseSentences(phase, 'en', purpose)) !== JSON.stringify(listPhaseSentences(phase, 'en')),
    )
    return different.map(
      (phase) => `${purpose.for}, ${phase.at}: ${Object.values(listPhaseSentences(phase, 'en', purpose)).join(' | ')}`,
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
  const addresses = Array.from({ length: 4 }, () => phaseTextOtherAddressFixture)
  const { text } = listPhaseSentences({ at: 'other-address', connected: phaseTextWalletFixture, lookAt: 0 }, 'en', {
    for: 'step-up',
    addresses,
  })
  expect(text).toBe('To confirm, switch to one of your wallets there; this page continues by itself.')
})
