// Texts for proofs that are not sign-ins.
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

test('a device that approves for another device is not asked to use a third device', () => {
  const said = (isPhone: boolean) => {
    const { title, text } = listPhaseSentences({ at: 'no-wallet' }, 'en', signInProofPurposeFixture, isPhone, true)
    return `${title} | ${text}`
  }
  expect([said(false), said(true)]).toMatchInlineSnapshot(`
    [
      "No wallet found in this browser. | A wallet is an app or browser extension with a key that only you can use.",
      "Open this page in your wallet app | This browser can’t reach your wallet, but the one in your wallet app can. It asks for the pair again.",
    ]
  `)
})

test('texts of step-up, link and merge proofs that differ from those of a sign-in', () => {
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
    "step-up, wallet-failed: Fox returned an error. | Nothing has been confirmed yet. Try again. If this keeps happening, restart the wallet.
    step-up, signature-declined: You declined to sign. | Nothing has been confirmed yet.
    step-up, address-changed: You switched to 0x90F8…c9C1. | Confirm with this one? The message for the other address was discarded.
    step-up, other-address: Fox is using 0x90F8…c9C1. | To confirm, switch to 0xFFcf…09f0 there. This page continues automatically.
    step-up, refused: This wallet is on chain 777, which this server doesn’t support. | Nothing has been confirmed yet. If your wallet is also on another network, switch to it in Fox. Otherwise, use a different wallet.
    step-up, refused: This wallet is on Base, which this server doesn’t support. | Nothing has been confirmed yet. If your wallet is also on another network, switch to it in Fox. Otherwise, use a different wallet.
    step-up, refused: This wallet is on Base and OP Mainnet. | Nothing has been confirmed yet. The message was for Ethereum. Switch to Base or OP Mainnet, then sign a new message.
    step-up, refused: This wallet is on Base. | Nothing has been confirmed yet. The message was for Ethereum. Switch to Base in Fox, then sign a new message.
    step-up, refused: Fox changed the message before signing it. | Nothing has been confirmed yet. Only the exact message shown is accepted. Try again. If this keeps happening, use a different wallet.
    step-up, refused: The Solana app on your hardware wallet is too old. | Nothing has been confirmed yet. Update the app (on a Ledger, in Ledger Live or Ledger Wallet), then try again.
    step-up, refused: 4Nd1mB…DB4T belongs to a program, and programs can’t sign. | Nothing has been confirmed yet. It may be a multisig vault. Choose an account in Fox that has its own key, or use a different wallet.
    step-up, refused: Fox returned a legacy signature, which doesn’t work with bc1qw508…f3t4. | Nothing has been confirmed yet. Choose a native SegWit account (bc1q…) in Fox, or update Fox.
    step-up, refused: Fox can’t sign messages with bc1qw508…f3t4. | Nothing has been confirmed yet. Switch the address type in Fox to native SegWit (bc1q…), or use a different wallet.
    step-up, refused: The signature from Fox isn’t valid until a certain time. | Nothing has been confirmed yet. This site can’t check whether that time has passed (a timelock). Choose an address without a timelock in Fox.
    step-up, refused: bc1qw508…f3t4 uses a script this site can’t check. | Nothing has been confirmed yet. Single-key and multisig addresses work. Choose one in Fox, or use a different wallet.
    step-up, refused: Fox returned a type of signature that doesn’t work with bc1qw508…f3t4. | Nothing has been confirmed yet. Choose a native SegWit account (bc1q…) or a Taproot account (bc1p…) in Fox, or use a different wallet.
    step-up, refused: Fox is on a Bitcoin test network. | Nothing has been confirmed yet. This site uses Bitcoin mainnet. Change the network in Fox, or use a different wallet.
    step-up, refused: Fox is on Bitcoin mainnet. | Nothing has been confirmed yet. This site uses a Bitcoin test network. Change the network in Fox, or use a different wallet.
    step-up, done: Confirmed. | Continuing…
    link, wallet-failed: Fox returned an error. | The wallet isn’t linked. Try again. If this keeps happening, restart the wallet.
    link, signature-declined: You declined to sign. | The wallet isn’t linked.
    link, address-changed: You switched to 0x90F8…c9C1. | Link this one? The message for the other address was discarded.
    link, other-address: Fox is using 0x90F8…c9C1. | That account is already linked. In Fox, switch to the account you want to link. This page continues automatically.
    link, refused: This wallet is on chain 777, which this server doesn’t support. | The wallet isn’t linked. If your wallet is also on another network, switch to it in Fox. Otherwise, use a different wallet.
    link, refused: This wallet is on Base, which this server doesn’t support. | The wallet isn’t linked. If your wallet is also on another network, switch to it in Fox. Otherwise, use a different wallet.
    link, refused: This wallet is on Base and OP Mainnet. | The wallet isn’t linked. The message was for Ethereum. Switch to Base or OP Mainnet, then sign a new message.
    link, refused: This wallet is on Base. | The wallet isn’t linked. The message was for Ethereum. Switch to Base in Fox, then sign a new message.
    link, refused: Fox changed the message before signing it. | The wallet isn’t linked. Only the exact message shown is accepted. Try again. If this keeps happening, use a different wallet.
    link, refused: The Solana app on your hardware wallet is too old. | The wallet isn’t linked. Update the app (on a Ledger, in Ledger Live or Ledger Wallet), then try again.
    link, refused: 4Nd1mB…DB4T belongs to a program, and programs can’t sign. | The wallet isn’t linked. It may be a multisig vault. Choose an account in Fox that has its own key, or use a different wallet.
    link, refused: Fox returned a legacy signature, which doesn’t work with bc1qw508…f3t4. | The wallet isn’t linked. Choose a native SegWit account (bc1q…) in Fox, or update Fox.
    link, refused: Fox can’t sign messages with bc1qw508…f3t4. | The wallet isn’t linked. Switch the address type in Fox to native SegWit (bc1q…), or use a different wallet.
    link, refused: The signature from Fox isn’t valid until a certain time. | The wallet isn’t linked. This site can’t check whether that time has passed (a timelock). Choose an address without a timelock in Fox.
    link, refused: bc1qw508…f3t4 uses a script this site can’t check. | The wallet isn’t linked. Single-key and multisig addresses work. Choose one in Fox, or use a different wallet.
    link, refused: Fox returned a type of signature that doesn’t work with bc1qw508…f3t4. | The wallet isn’t linked. Choose a native SegWit account (bc1q…) or a Taproot account (bc1p…) in Fox, or use a different wallet.
    link, refused: Fox is on a Bitcoin test network. | The wallet isn’t linked. This site uses Bitcoin mainnet. Change the network in Fox, or use a different wallet.
    link, refused: Fox is on Bitcoin mainnet. | The wallet isn’t linked. This site uses a Bitcoin test network. Change the network in Fox, or use a different wallet.
    link, done: Confirmed. | Continuing…
    merge, wallet-failed: Fox returned an error. | Nothing has changed. Try again. If this keeps happening, restart the wallet.
    merge, signature-declined: You declined to sign. | Nothing has changed.
    merge, address-changed: You switched to 0x90F8…c9C1. | Continue with this one? The message for the other address was discarded.
    merge, other-address: Fox is using 0x90F8…c9C1. | To confirm, switch to 0xFFcf…09f0 there. This page continues automatically.
    merge, refused: This wallet is on chain 777, which this server doesn’t support. | Nothing has changed. If your wallet is also on another network, switch to it in Fox. Otherwise, use a different wallet.
    merge, refused: This wallet is on Base, which this server doesn’t support. | Nothing has changed. If your wallet is also on another network, switch to it in Fox. Otherwise, use a different wallet.
    merge, refused: This wallet is on Base and OP Mainnet. | Nothing has changed. The message was for Ethereum. Switch to Base or OP Mainnet, then sign a new message.
    merge, refused: This wallet is on Base. | Nothing has changed. The message was for Ethereum. Switch to Base in Fox, then sign a new message.
    merge, refused: Fox changed the message before signing it. | Nothing has changed. Only the exact message shown is accepted. Try again. If this keeps happening, use a different wallet.
    merge, refused: The Solana app on your hardware wallet is too old. | Nothing has changed. Update the app (on a Ledger, in Ledger Live or Ledger Wallet), then try again.
    merge, refused: 4Nd1mB…DB4T belongs to a program, and programs can’t sign. | Nothing has changed. It may be a multisig vault. Choose an account in Fox that has its own key, or use a different wallet.
    merge, refused: Fox returned a legacy signature, which doesn’t work with bc1qw508…f3t4. | Nothing has changed. Choose a native SegWit account (bc1q…) in Fox, or update Fox.
    merge, refused: Fox can’t sign messages with bc1qw508…f3t4. | Nothing has changed. Switch the address type in Fox to native SegWit (bc1q…), or use a different wallet.
    merge, refused: The signature from Fox isn’t valid until a certain time. | Nothing has changed. This site can’t check whether that time has passed (a timelock). Choose an address without a timelock in Fox.
    merge, refused: bc1qw508…f3t4 uses a script this site can’t check. | Nothing has changed. Single-key and multisig addresses work. Choose one in Fox, or use a different wallet.
    merge, refused: Fox returned a type of signature that doesn’t work with bc1qw508…f3t4. | Nothing has changed. Choose a native SegWit account (bc1q…) or a Taproot account (bc1p…) in Fox, or use a different wallet.
    merge, refused: Fox is on a Bitcoin test network. | Nothing has changed. This site uses Bitcoin mainnet. Change the network in Fox, or use a different wallet.
    merge, refused: Fox is on Bitcoin mainnet. | Nothing has changed. This site uses a Bitcoin test network. Change the network in Fox, or use a different wallet.
    merge, done: Confirmed. | Continuing…"
  `)
})

test('the step-up text does not list every wallet of a person with many wallets', () => {
  const addresses = Array.from({ length: 4 }, () => phaseTextOtherAddressFixture)
  const { text } = listPhaseSentences({ at: 'other-address', connected: phaseTextWalletFixture, lookAt: 0 }, 'en', {
    for: 'step-up',
    addresses,
  })
  expect(text).toBe('To confirm, switch to one of your wallets there. This page continues automatically.')
})

test('a wallet of another chain family is named the family that confirms, not an address to switch to', () => {
  const bitcoin = 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'
  const solana = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
  const said = (addresses: readonly string[], language: 'en' | 'de' = 'en', address = phaseTextWalletFixture.address) =>
    Object.values(
      listPhaseSentences(
        { at: 'other-address', connected: { ...phaseTextWalletFixture, address }, lookAt: 0 },
        language,
        { for: 'step-up', addresses },
      ),
    ).join(' | ')
  expect([
    said([bitcoin]),
    said([bitcoin, solana]),
    said([bitcoin, bitcoin, bitcoin, bitcoin]),
    said([phaseTextOtherAddressFixture], 'en', bitcoin),
    said([phaseTextOtherAddressFixture], 'en', solana),
    said([bitcoin, solana], 'de'),
    said([bitcoin, phaseTextOtherAddressFixture]),
  ]).toMatchInlineSnapshot(`
    [
      "This is an Ethereum account. | Confirm with your Bitcoin wallet: bc1p5cyx…drcr.",
      "This is an Ethereum account. | Confirm with your Bitcoin or Solana wallet: bc1p5cyx…drcr or 4Nd1mB…DB4T.",
      "This is an Ethereum account. | Confirm with your Bitcoin wallet.",
      "This is a Bitcoin account. | Confirm with your Ethereum wallet: 0xFFcf…09f0.",
      "This is a Solana account. | Confirm with your Ethereum wallet: 0xFFcf…09f0.",
      "Das ist ein Ethereum-Konto. | Bestätigen Sie mit Ihrer Wallet für Bitcoin oder Solana: bc1p5cyx…drcr oder 4Nd1mB…DB4T.",
      "Fox is using 0x90F8…c9C1. | To confirm, switch to 0xFFcf…09f0 there. This page continues automatically.",
    ]
  `)
})
