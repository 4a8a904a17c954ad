import { bip122MessageProfile as form, parseBitcoinAddress } from '@countersign/message'
import { bitcoinChainReferences } from '@countersign/message/bip122/bitcoin-chains'
import { verifyBitcoinSignature } from '@countersign/proof'
import { bip137SignatureByteLength } from '@countersign/proof/bip122/verify-bip137-signature'
import type { SignatureFormat } from '../message-inspection-findings.ts'
import { getMessageLineAtOffset } from '../message-line-lookup.ts'
import { createRangeReplacementEdit } from '../message-text-edits.ts'
import { countBase64Bytes, getMessageAddressLine, createInitialSignatureFinding } from './chain-family-inspector.ts'
import type { ChainFamilyInspector } from './chain-family-inspector.ts'

const isAddress = (text: string): boolean => typeof parseBitcoinAddress(text) !== 'string'

export const bitcoinChainFamilyInspector: ChainFamilyInspector = {
  profile: form,
  // The address is the example in BIP-173.
  placeholder: { address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', chainId: findChainOfAddress },
  isLikelyAddress: (line) => /^\s*(?:(?:bc|tb|bcrt)1[0-9a-z]{6,87}|[13mn2][1-9A-HJ-NP-Za-km-z]{25,34})\s*$/i.test(line),
  fixAddress: (text, offset) => {
    const { start, end, content } = getMessageLineAtOffset(text, offset)
    const trimmed = content.trim().replace(/^bitcoin:|^bip122:[0-9a-f]{32}:/i, '')
    // An all-uppercase address is valid and equivalent; mixed case is invalid (BIP-173 §Bech32).
    const small = trimmed === trimmed.toUpperCase() ? trimmed.toLowerCase() : trimmed
    if (isAddress(small))
      return createRangeReplacementEdit(text, start, end, small, small.toLowerCase() === content.trim().toLowerCase())
    return isAddress(trimmed.toLowerCase())
      ? createRangeReplacementEdit(text, start, end, trimmed.toLowerCase(), false)
      : null
  },
  fixChainId: (value) => {
    const bare = value.toLowerCase().replace(/^bip122:/, '')
    const named = Object.entries(bitcoinChainReferences).find(
      ([name, reference]) => bare === name || bare.startsWith(reference),
    )
    return named === undefined ? null : { value: named[1], certain: value === named[1] }
  },
  expected: {
    address: '1…  3…  bc1…',
    inAddress: (text, offset) => {
      const { content } = getMessageLineAtOffset(text, offset)
      return content === content.toLowerCase() ? '1…  3…  bc1…' : content.toLowerCase()
    },
    chainId: bitcoinChainReferences.mainnet,
  },
  inspectSignature: (signature, text) => {
    const address = getMessageAddressLine(text)
    const proof = verifyBitcoinSignature(text, signature, address)
    const found = createInitialSignatureFinding(detectSignatureFormat(signature), countBase64Bytes(signature))
    if (proof.outcome === 'verified') return { ...found, signer: address, matches: true }
    if (proof.reason === 'other_signer') return { ...found, matches: false }
    return proof.reason === 'not_base64'
      ? createInitialSignatureFinding('not-base64', 0)
      : { ...found, flaws: [proof.reason] }
  },
}

function findChainOfAddress(text: string): string {
  const read = parseBitcoinAddress(getMessageAddressLine(text))
  const network = typeof read === 'string' ? 'mainnet' : (read.networks[0] ?? 'mainnet')
  return bitcoinChainReferences[network === 'testnet' ? 'testnet3' : network]
}

// Without a prefix, 65 bytes are a BIP-137 signature, and bytes that start like a transaction are one.
function detectSignatureFormat(signature: string): SignatureFormat {
  if (signature.startsWith('ful') || /^A[AgQ]AAA/.test(signature)) return 'bip322-full'
  return countBase64Bytes(signature) === bip137SignatureByteLength ? 'bitcoin-legacy' : 'bip322-simple'
}
