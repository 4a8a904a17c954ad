// Wallet proof phases with the texts that the page shows.
import { bitcoinChainReferences } from '@countersign/message/bip122/bitcoin-chains'
import { createTestTranslator } from './create-test-translator.ts'
import type { WalletProofPhase } from '../features/sign-in/wallet/wallet-proof-phases.ts'
import type { WalletProofPurpose } from '../features/sign-in/wallet/wallet-proof-purpose.ts'
import {
  getNoWalletFoundText,
  getWalletProofPhaseText,
} from '../features/sign-in/proof-flow/wallet-proof-phase-texts.ts'
import { getWalletProofTextPlaceholders } from '../features/sign-in/proof-flow/wallet-proof-text-placeholders.ts'

const wallet = { id: 'w', name: 'Fox' }
export const phaseTextWalletFixture = { wallet, address: '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1', chainId: '1' }
const message = {
  domain: 'site.example',
  address: phaseTextWalletFixture.address,
  uri: 'https://site.example',
  version: '1',
  chainId: '1',
} as const
const draft = {
  ...phaseTextWalletFixture,
  message: { ...message, nonce: 'abcdefgh', issuedAt: '' },
  text: '',
  expiresAt: 0,
  challengeId: '',
  chainName: null,
}
const signed = { ...draft, signature: '0x' }
const ofSolana = { wallet, address: '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T', chainId: 'solana' }
const ofBitcoin = { wallet, address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', chainId: 'bip122:mainnet' }
const person = { name: null, address: phaseTextWalletFixture.address }
const task = { kind: 'proof', signed } as const

export const phaseTextPhaseFixtures: readonly WalletProofPhase[] = [
  { at: 'discovering', timeoutAt: 0 },
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
  { at: 'wallet-failed', wallet, errorText: 'no' },
  { at: 'cannot-sign', wallet },
  { at: 'preparing', connected: phaseTextWalletFixture },
  { at: 'message-ready', draft, signAt: 0 },
  { at: 'signing', draft, slowAt: 0 },
  { at: 'signing', draft, slowAt: null },
  { at: 'signature-open', draft, tryAt: null, acceptedAt: null },
  { at: 'awaiting', draft, askAt: 0, pollCount: 0, pollError: null },
  {
    at: 'awaiting',
    draft: { ...draft, contract: { owners: { needed: 2, count: 3 } } },
    askAt: null,
    pollCount: 1,
    pollError: null,
  },
  { at: 'signature-declined', connected: phaseTextWalletFixture, again: draft },
  { at: 'address-changed', connected: phaseTextWalletFixture },
  { at: 'other-address', connected: phaseTextWalletFixture, lookAt: 0 },
  { at: 'expired', connected: phaseTextWalletFixture },
  { at: 'expired', connected: { ...phaseTextWalletFixture, contract: { owners: null } } },
  { at: 'checking', signed, tries: 0 },
  { at: 'other-signer', connected: phaseTextWalletFixture, signed },
  { at: 'refused', connected: phaseTextWalletFixture, code: 'sign_in.message_mismatch', signed },
  {
    at: 'refused',
    connected: { ...phaseTextWalletFixture, chainId: '777' },
    code: 'chain.not_supported',
    signed: null,
  },
  {
    at: 'refused',
    connected: { ...phaseTextWalletFixture, chainId: '8453' },
    code: 'chain.not_supported',
    signed: null,
  },
  {
    at: 'refused',
    connected: phaseTextWalletFixture,
    code: 'wallet.not_deployed',
    signed: { ...signed, chainName: 'Our chain' },
  },
  {
    at: 'refused',
    connected: phaseTextWalletFixture,
    code: 'wallet.on_other_chain',
    signed,
    chainsOfWallet: [
      { id: '8453', name: 'Base' },
      { id: '10', name: 'OP Mainnet' },
    ],
  },
  {
    at: 'refused',
    connected: phaseTextWalletFixture,
    code: 'wallet.on_other_chain',
    signed,
    chainsOfWallet: [{ id: '8453', name: 'Base' }],
    isSwitchRefused: true,
  },
  { at: 'refused', connected: phaseTextWalletFixture, code: 'a.code_of_a_newer_server', signed },
  ...['wallet.text_changed', 'wallet.old_hardware_app', 'signature.off_curve'].map((code) => ({
    at: 'refused' as const,
    connected: ofSolana,
    code,
    signed: null,
  })),
  ...[
    'wallet.old_signature',
    'wallet.address_type',
    'signature.timelock',
    'signature.script_unknown',
    'signature.other_kind',
  ].map((code) => ({
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
  { at: 'suspended', connected: phaseTextWalletFixture, reason: null },
  { at: 'offline', task, tries: 0, retryAt: null },
  { at: 'unreachable', task, tries: 0, retryAt: 0, code: 'network.unreachable' },
  { at: 'chain-unavailable', task, tries: 0, retryAt: 0 },
  { at: 'rate-limited', task, tries: 0, retryAt: 0 },
  { at: 'done', signed, name: null, next: '/account', leaveAt: 0 },
]

const languages = { en: createTestTranslator('en'), de: createTestTranslator('de') }
export const signInProofPurposeFixture: WalletProofPurpose = { for: 'sign-in' }

export function listPhaseSentences(
  phase: WalletProofPhase,
  language: keyof typeof languages,
  purpose = signInProofPurposeFixture,
  isPhone = false,
  isAnswering = false,
) {
  const t = languages[language]
  if (phase.at === 'no-wallet') return getNoWalletFoundText(t, isPhone, isAnswering)
  return getWalletProofPhaseText(phase, t, getWalletProofTextPlaceholders(phase, purpose, t, language), null)
}

export const phaseTextOtherAddressFixture = '0xFFcf8FDEE72ac11b5c542428B35EEF5769C409f0'
export const walletProofPurposeFixtures: readonly WalletProofPurpose[] = [
  signInProofPurposeFixture,
  { for: 'step-up', addresses: [phaseTextOtherAddressFixture] },
  { for: 'link', addresses: [phaseTextWalletFixture.address] },
  { for: 'merge', addresses: [phaseTextOtherAddressFixture] },
]
