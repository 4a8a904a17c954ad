// Unlike the server, this does not stop at the first flaw.
import { toChecksumAddress } from '@countersign/message'
import type { MessageSignatureFinding, SignatureFlaw } from '../message-inspection-findings.ts'
import { decodeHexDigits } from '../hex-encoding.ts'
import { recoverEthereumSignerAddress } from '../recover-ethereum-signer.ts'
import { isErc6492Signature, unwrapErc6492Signature } from '../unwrap-erc6492-signature.ts'
import { getMessageAddressLine, createInitialSignatureFinding } from './chain-family-inspector.ts'

// The order of the curve secp256k1 (SEC 2 §2.4.1).
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

export function inspectEthereumSignature(trimmed: string, text: string): MessageSignatureFinding {
  const hasPrefix = trimmed.startsWith('0x')
  const flaws: SignatureFlaw[] = hasPrefix ? [] : ['prefix-missing']
  const bytes = decodeHexDigits(hasPrefix ? trimmed.slice(2) : trimmed.replace(/^0X/, ''))
  if (bytes === null || trimmed === '') return { ...createInitialSignatureFinding('not-hexadecimal', 0), flaws: [] }
  if (isErc6492Signature(bytes)) {
    const wrapper = unwrapErc6492Signature(bytes)
    if (wrapper === null) flaws.push('wrapper-unreadable')
    return { ...createInitialSignatureFinding('wrapped', bytes.length), flaws, wrapper, likelyContract: true }
  }
  if (bytes.length === 65) return inspectSignatureNumbers('plain', bytes, bytes[64]!, flaws, text)
  if (bytes.length === 64) return inspectCompactSignature(bytes, flaws, text)
  return { ...createInitialSignatureFinding('other', bytes.length), flaws, likelyContract: true }
}

// The top bit of s contains the recovery ID; that bit is free because s is low (EIP-2098).
function inspectCompactSignature(bytes: Uint8Array, flaws: SignatureFlaw[], text: string): MessageSignatureFinding {
  const numbers = bytes.slice()
  numbers[32]! &= 0x7f
  return { ...inspectSignatureNumbers('compact', numbers, 27 + (bytes[32]! >> 7), flaws, text), bytes: 64 }
}

function inspectSignatureNumbers(
  form: 'plain' | 'compact',
  bytes: Uint8Array,
  v: number,
  flaws: SignatureFlaw[],
  text: string,
): MessageSignatureFinding {
  const r = decodeBigEndian(bytes, 0)
  const s = decodeBigEndian(bytes, 32)
  const recovery = parseRecoveryId(v)
  const rInRange = r > 0n && r < order
  const sInRange = s > 0n && s < order
  if (v !== 27 && v !== 28) flaws.push('v-not-27-or-28')
  if (!rInRange) flaws.push('r-out-of-range')
  if (!sInRange) flaws.push('s-out-of-range')
  // (r, s) and (r, n − s) are both valid, but transactions accept only the lower s (EIP-2).
  if (sInRange && s > order / 2n) flaws.push('high-s')
  const isComplete = rInRange && sInRange && recovery !== null
  const signer = isComplete ? recoverEthereumSignerAddress(text, bytes.subarray(0, 64), recovery) : null
  if (isComplete && signer === null) flaws.push('no-key')
  const address = findMessageAddress(text)
  const matches = signer === null || address === null ? null : signer === address
  // With any other v, the signature may be from a contract wallet with its own format (ERC-1271).
  return {
    ...createInitialSignatureFinding(form, bytes.length),
    flaws,
    v,
    signer,
    matches,
    likelyContract: recovery === null,
  }
}

// Wallets may add 27 to the recovery ID. EIP-155 transactions add 35 and twice the chain ID.
function parseRecoveryId(v: number): 0 | 1 | null {
  if (v === 0 || v === 27 || (v >= 35 && v % 2 === 1)) return 0
  return v === 1 || v === 28 || v >= 35 ? 1 : null
}

// Reads only the second line, because the rest of the message may be malformed.
function findMessageAddress(text: string): string | null {
  const address = getMessageAddressLine(text)
  return /^0x[0-9a-fA-F]{40}$/.test(address) ? toChecksumAddress(address) : null
}

function decodeBigEndian(bytes: Uint8Array, from: number): bigint {
  let number = 0n
  for (let at = from; at < from + 32; at += 1) number = number * 256n + BigInt(bytes[at]!)
  return number
}
