// Writes a pasted signature as the server reads it. The server accepts only that form.
import { decodeBase58, encodeBase58 } from '@countersign/message/base58'
import type { ChainNamespace } from '@countersign/message/message-layout'
import { decodeSolanaAddress } from '@countersign/message/solana/solana-message-profile'
import { isSolanaOffchainMessage } from '@countersign/proof/solana/parse-solana-offchain-message'
import { isSameWalletAddress } from '../../../ui/wallet-address-format.ts'
import { isLikelySecret, isSolanaKeyPair } from './detect-pasted-secret.ts'
import { parsePastedWalletAddress } from './parse-pasted-wallet-address.ts'
import { unwrapPastedSignature } from './unwrap-pasted-signature.ts'

/** The texts are in `manualSigning.signature.errors`. */
export type PastedSignatureError = 'empty' | 'secret' | 'is_message' | 'is_address' | 'form' | 'other_address'

interface PastedSignature {
  readonly signature: string
}

/** No server accepts signatures of this length. */
const maxPastedLength = 65_536

/** Invisible characters such as U+FEFF. */
const invisibleCharacters = /\p{Cf}/gu

/** @param address the address that the message names */
export function parsePastedSignature(
  pasted: string,
  namespace: ChainNamespace,
  address: string,
): PastedSignature | PastedSignatureError {
  if (pasted.length > maxPastedLength) return 'form'
  const text = pasted.replaceAll(/\r\n?/g, '\n').replaceAll(invisibleCharacters, '').trim()
  if (text === '') return 'empty'
  if (isLikelySecret(text)) return 'secret'
  const unwrapped = unwrapPastedSignature(text)
  if (unwrapped === null) return 'form'
  if (/wants\s*you\s*to\s*sign\s*in\s*with\s*your/.test(unwrapped.signature)) return 'is_message'
  if (typeof parsePastedWalletAddress(unwrapped.signature) !== 'string') return 'is_address'
  if (unwrapped.address !== null && !isNamed(unwrapped.address, address)) return 'other_address'
  const signature = signatureWriters[namespace](unwrapped.signature)
  if (signature === null) return 'form'
  return namespace === 'solana' && isKeyPairOf(address, signature) ? 'secret' : { signature }
}

function isKeyPairOf(address: string, signature: string): boolean {
  const publicKey = decodeSolanaAddress(address)
  const bytes = decodeBase58(signature, ed25519SignatureByteLength)
  return publicKey !== null && bytes !== null && isSolanaKeyPair(bytes, publicKey)
}

function isNamed(named: string, address: string): boolean {
  const read = parsePastedWalletAddress(named)
  return typeof read !== 'string' && isSameWalletAddress(read.address, address)
}

const signatureWriters: Readonly<Record<ChainNamespace, (text: string) => string | null>> = {
  eip155: writeEthereumSignature,
  solana: writeSolanaSignature,
  bip122: writeBitcoinSignature,
}

const hexadecimalBytes = /^(?:0x)?((?:[0-9a-f]{2})+)$/i

function writeEthereumSignature(text: string): string | null {
  const digits = hexadecimalBytes.exec(text)?.[1]?.toLowerCase()
  if (digits === undefined) return null
  return `0x${digits.length === 128 ? expandCompactSignature(digits) : digits}`
}

/** The top bit of s is the recovery ID (EIP-2098 §Specification). */
function expandCompactSignature(digits: string): string {
  const first = parseInt(digits.slice(64, 66), 16)
  const s = (first & 0x7f).toString(16).padStart(2, '0') + digits.slice(66)
  return digits.slice(0, 64) + s + (first >= 0x80 ? '1c' : '1b')
}

const ed25519SignatureByteLength = 64

/** 64 bytes in base58, or the envelope of an off-chain message in base64. */
function writeSolanaSignature(text: string): string | null {
  if (text.length <= 88 && decodeBase58(text, ed25519SignatureByteLength) !== null) return text
  const digits = hexadecimalBytes.exec(text)?.[1]
  if (digits !== undefined && digits.length !== 2 * ed25519SignatureByteLength) return null
  if (digits !== undefined)
    return encodeBase58(Uint8Array.from(digits.match(/../g) ?? [], (byte) => parseInt(byte, 16)))
  const envelope = decodeBase58Envelope(text)
  if (envelope !== null) return btoa(String.fromCharCode(...envelope))
  const base64 = writeBase64(text)
  const bytes = base64 === null ? null : Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  if (bytes === null || bytes.length < ed25519SignatureByteLength) return null
  return bytes.length === ed25519SignatureByteLength ? encodeBase58(bytes) : base64
}

/** Far longer than the envelope of any message of this page. */
const maxBase58Length = 4096

/** Ledger's software writes the envelope in base58. */
function decodeBase58Envelope(text: string): Uint8Array | null {
  if (text.length > maxBase58Length) return null
  // A base58 digit carries log 58 / log 256 = 0.7322 bytes.
  const size = Math.floor(text.length * 0.7322)
  for (const candidate of [size - 1, size, size + 1]) {
    const bytes = decodeBase58(text, candidate)
    if (bytes?.[0] === 1 && isSolanaOffchainMessage(bytes.subarray(1 + ed25519SignatureByteLength))) return bytes
  }
  return null
}

/** The shortest signature has 65 bytes (BIP-137). */
const minBase64Length = 88

/** No signature without a prefix starts with these letters, because of its first byte (BIP-322). */
const bip322Prefix = /^(?:smp|ful|pof)/

function writeBitcoinSignature(text: string): string | null {
  if (/^0x/i.test(text)) return null
  const prefix = bip322Prefix.exec(text)?.[0] ?? ''
  const base64 = writeBase64(text.slice(prefix.length))
  return base64 === null || base64.length < minBase64Length ? null : prefix + base64
}

/** Adds missing padding, and replaces the alphabet for URLs (RFC 4648 §5). */
function writeBase64(text: string): string | null {
  const digits = text
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/={1,2}$/, '')
  if (!/^[A-Za-z0-9+/]+$/.test(digits) || digits.length % 4 === 1) return null
  return digits.padEnd(Math.ceil(digits.length / 4) * 4, '=')
}
