import { solanaMessageProfile as form, decodeSolanaAddress } from '@countersign/message'
import { allSolanaChainIds } from '@countersign/message/solana/solana-clusters'
import { verifySolanaSignature } from '@countersign/proof'
import { getMessageLineAtOffset } from '../message-line-lookup.ts'
import { createRangeReplacementEdit } from '../message-text-edits.ts'
import { countBase64Bytes, getMessageAddressLine, createInitialSignatureFinding } from './chain-family-inspector.ts'
import type { ChainFamilyInspector } from './chain-family-inspector.ts'

// 64 bytes take at most this many base58 digits.
const maxBase58SignatureLength = 88
const isHexadecimal = (signature: string): boolean => /^(?:0x)?[0-9a-f]*$/i.test(signature)

// Base58 excludes these characters because they look like others.
const confusableLetters = /[0OIl]/

export const solanaChainFamilyInspector: ChainFamilyInspector = {
  profile: form,
  // This is the address of the system program: 32 zero bytes.
  placeholder: { address: '1'.repeat(32), chainId: () => 'mainnet' },
  isLikelyAddress: (line) => /^\s*[1-9A-Za-z0]{32,48}\s*$/.test(line),
  fixAddress: (text, offset) => {
    const { start, end, content } = getMessageLineAtOffset(text, offset)
    const trimmed = content.trim().replace(/^solana:(?:[1-9A-HJ-NP-Za-km-z]{32}:)?/, '')
    return decodeSolanaAddress(trimmed) === null
      ? null
      : createRangeReplacementEdit(text, start, end, trimmed, trimmed === content.trim())
  },
  fixChainId: (value) => {
    const word = value.toLowerCase() === 'mainnet-beta' ? 'mainnet' : value.toLowerCase()
    const known = allSolanaChainIds.find((name) => name === value || name === word)
    return known === undefined ? null : { value: known, certain: known === value }
  },
  expected: {
    address: '1–9 A–Z a–z',
    inAddress: (text, offset) => {
      const character = text[offset] ?? ''
      return confusableLetters.test(character) || character !== '\n' ? '1–9 A–H J–N P–Z a–k m–z' : null
    },
    chainId: 'mainnet  testnet  devnet',
  },
  inspectSignature: (signature, text) => {
    const address = getMessageAddressLine(text)
    const proof = verifySolanaSignature(text, signature, address)
    if (proof.outcome === 'refused' && proof.reason === 'not_base58')
      return createInitialSignatureFinding('not-base58', 0)
    const isEnvelope = signature.length > maxBase58SignatureLength && !isHexadecimal(signature)
    const found = isEnvelope
      ? createInitialSignatureFinding('solana-offchain', countBase64Bytes(signature))
      : createInitialSignatureFinding('ed25519', 64)
    if (proof.outcome === 'verified') return { ...found, signer: address, matches: true }
    return proof.reason === 'other_signer' ? { ...found, matches: false } : { ...found, flaws: [proof.reason] }
  },
}
