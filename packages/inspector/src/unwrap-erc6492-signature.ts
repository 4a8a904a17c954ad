// Unwraps ERC-6492 signatures, which contract wallets can make before they are deployed.
import { toChecksumAddress } from '@countersign/message'
import { encodeHexWithPrefix } from './hex-encoding.ts'

export interface Erc6492Wrapper {
  factory: string
  factoryDataBytes: number
  inner: string
}

const word = 32

// ERC-6492 §Specification.
export function isErc6492Signature(bytes: Uint8Array): boolean {
  if (bytes.length < word) return false
  return bytes.subarray(-word).every((byte, index) => byte === (index % 2 === 0 ? 0x64 : 0x92))
}

/** Null if malformed. */
export function unwrapErc6492Signature(bytes: Uint8Array): Erc6492Wrapper | null {
  const body = bytes.subarray(0, -word)
  if (body.length < 3 * word || body.subarray(0, 12).some((byte) => byte !== 0)) return null
  const factoryData = decodeAbiBytes(body, word)
  const inner = decodeAbiBytes(body, 2 * word)
  if (factoryData === null || inner === null) return null
  return {
    factory: toChecksumAddress(encodeHexWithPrefix(body.subarray(12, word))),
    factoryDataBytes: factoryData.length,
    inner: encodeHexWithPrefix(inner),
  }
}

// Decodes `bytes` (Contract ABI §Formal Specification of the Encoding).
function decodeAbiBytes(body: Uint8Array, head: number): Uint8Array | null {
  const offset = decodeAbiNumber(body, head)
  if (offset === null || offset < 3 * word) return null
  const length = decodeAbiNumber(body, offset)
  const start = offset + word
  return length === null || start + length > body.length ? null : body.subarray(start, start + length)
}

// Returns null if the number is truncated or does not fit in 32 bits.
function decodeAbiNumber(body: Uint8Array, at: number): number | null {
  if (at + word > body.length || body.subarray(at, at + word - 4).some((byte) => byte !== 0)) return null
  return new DataView(body.buffer, body.byteOffset + at + word - 4, 4).getUint32(0)
}
