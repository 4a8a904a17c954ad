// Parses ERC-6492 signatures strictly, because two lenient parsers could disagree.
import { decodeHex } from './hex-encoding.ts'
import type { ContractDeployment, Hex } from './chain-reader.ts'

export interface ParsedErc6492Signature {
  signature: Hex
  deployment: ContractDeployment | null
}

export type Erc6492ErrorCode = 'not_hex' | 'wrapper_malformed' | 'wrapper_nested'

// No signature without a wrapper ends with these 32 bytes (ERC-6492 §Specification).
const magicBytes = '6492'.repeat(16)
const wordDigits = 64

/** A signature without a wrapper is returned unchanged, even if it is empty. */
export function parseErc6492Signature(text: string): ParsedErc6492Signature | Erc6492ErrorCode {
  if (typeof text !== 'string' || decodeHex(text) === null) return 'not_hex'
  const digits = text.slice(2)
  if (!isErc6492Signature(digits)) return { signature: text as Hex, deployment: null }
  return parseWrapper(digits.slice(0, -wordDigits).toLowerCase())
}

const isErc6492Signature = (digits: string): boolean => digits.endsWith(magicBytes)

// abi.encode(address factory, bytes factoryData, bytes signature), only as encoders produce it.
function parseWrapper(digits: string): ParsedErc6492Signature | Erc6492ErrorCode {
  const head = /^0{24}([0-9a-f]{40})([0-9a-f]{64})([0-9a-f]{64})/.exec(digits)
  if (head === null) return 'wrapper_malformed'
  const [whole, factory, dataOffset, signatureOffset] = head
  const data = decodeAbiBytes(digits, whole.length)
  if (data === null || dataOffset !== encodeWord(whole.length / 2)) return 'wrapper_malformed'
  const inner = decodeAbiBytes(digits, data.end)
  if (inner === null || signatureOffset !== encodeWord(data.end / 2) || inner.end !== digits.length)
    return 'wrapper_malformed'
  // An empty signature means approval on-chain, for which the wallet must be deployed.
  if (inner.value === '') return 'wrapper_malformed'
  if (isErc6492Signature(inner.value)) return 'wrapper_nested'
  return { signature: `0x${inner.value}`, deployment: { factory: `0x${factory}`, data: `0x${data.value}` } }
}

const encodeWord = (value: number): string => value.toString(16).padStart(wordDigits, '0')

// Follows Contract ABI §Formal Specification of the Encoding.
function decodeAbiBytes(digits: string, start: number): { value: string; end: number } | null {
  const length = /^0{56}([0-9a-f]{8})$/.exec(digits.slice(start, start + wordDigits))?.[1]
  if (length === undefined) return null
  const size = 2 * Number.parseInt(length, 16)
  const from = start + wordDigits
  const end = from + Math.ceil(size / wordDigits) * wordDigits
  if (end > digits.length || !/^0*$/.test(digits.slice(from + size, end))) return null
  return { value: digits.slice(from, from + size), end }
}
