// Each Bitcoin address has only one accepted spelling (BIP-13, BIP-173, BIP-350).
import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, bech32m } from '@scure/base'
import { decodeBase58, isBase58Digit } from '../base58.ts'
import type { BitcoinNetwork } from './bitcoin-chains.ts'

/**
 * The kind of key or script that an address pays to. It determines how the owner signs.
 *
 * @example
 * ```ts
 * import type { BitcoinAddressType } from '@countersign/message'
 *
 * const withFullSignatures: BitcoinAddressType[] = ['p2sh', 'p2wpkh', 'p2wsh', 'p2tr']
 * withFullSignatures.includes('p2pkh') // => false
 * ```
 */
export type BitcoinAddressType = 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2wsh' | 'p2tr'

/**
 * A decoded Bitcoin address.
 *
 * @example
 * ```ts
 * import { parseBitcoinAddress } from '@countersign/message'
 * import type { BitcoinAddress } from '@countersign/message'
 *
 * const networksOf = ({ networks }: BitcoinAddress) => networks.join(', ')
 * const read = parseBitcoinAddress('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')
 * typeof read === 'string' ? read : networksOf(read) // => 'mainnet'
 * ```
 */
export interface BitcoinAddress {
  /** All networks of the address. Legacy addresses look the same on all test networks. */
  readonly networks: readonly BitcoinNetwork[]
  readonly type: BitcoinAddressType
  /** The hash of a key or a script or, for taproot, the output key. */
  readonly program: Uint8Array
  /** The scriptPubKey. */
  readonly script: Uint8Array
}

/**
 * Maps each error code to a sentence that says why a text is not a Bitcoin address.
 *
 * @example
 * ```ts
 * import { bitcoinAddressErrors } from '@countersign/message'
 *
 * bitcoinAddressErrors.checksum // => 'The checksum of the address does not match: a character is wrong.'
 * ```
 */
export const bitcoinAddressErrors = {
  character: 'The address contains a character that is not allowed in its encoding.',
  case: 'The address contains an uppercase letter where only lowercase letters are allowed.',
  checksum: 'The checksum of the address does not match: a character is wrong.',
  length: 'The address is too long or too short for its type.',
  network: 'The address does not have the prefix of any Bitcoin network.',
  witness: 'The address is of a type for which no signatures are defined yet.',
  encoding: 'The address uses the encoding of another type (bech32 or bech32m).',
} as const satisfies Record<string, string>

/**
 * The reason why a text is not a Bitcoin address; a closed union for exhaustive switches.
 *
 * @example
 * ```ts
 * import type { BitcoinAddressErrorCode } from '@countersign/message'
 *
 * const askAgain: BitcoinAddressErrorCode[] = ['checksum', 'length']
 * askAgain.includes('network') // => false
 * ```
 */
export type BitcoinAddressErrorCode = keyof typeof bitcoinAddressErrors

// BIP-173 §Bech32.
const maxAddressLength = 90

const bech32Prefixes: Readonly<Record<string, BitcoinNetwork>> = { bc: 'mainnet', tb: 'testnet', bcrt: 'regtest' }

// Keyed by the first of the 21 bytes in base58check.
const base58CheckVersions: Readonly<Record<number, { type: 'p2pkh' | 'p2sh'; networks: readonly BitcoinNetwork[] }>> = {
  0x00: { type: 'p2pkh', networks: ['mainnet'] },
  0x05: { type: 'p2sh', networks: ['mainnet'] },
  0x6f: { type: 'p2pkh', networks: ['testnet', 'regtest'] },
  0xc4: { type: 'p2sh', networks: ['testnet', 'regtest'] },
}

/**
 * Parses a Bitcoin address. Never throws.
 *
 * @example
 * ```ts
 * import { parseBitcoinAddress } from '@countersign/message'
 *
 * parseBitcoinAddress('BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4') // => 'case'
 * ```
 * @returns the address, or an error code
 */
export function parseBitcoinAddress(text: string): BitcoinAddress | BitcoinAddressErrorCode {
  if (typeof text !== 'string' || text === '' || text.length > maxAddressLength) return 'length'
  const separator = text.lastIndexOf('1')
  const prefix = text.slice(0, separator)
  // No base58 address starts with a bech32 prefix.
  return separator > 0 && Object.hasOwn(bech32Prefixes, prefix.toLowerCase())
    ? parseSegwitAddress(text, prefix)
    : parseBase58CheckAddress(text)
}

const bech32Digits = /^[02-9ac-hj-np-z]*$/

function parseSegwitAddress(text: string, prefix: string): BitcoinAddress | BitcoinAddressErrorCode {
  // BIP-173 allows all uppercase, for QR codes, but then a wallet would have two spellings.
  if (text !== text.toLowerCase()) return 'case'
  if (!bech32Digits.test(text.slice(prefix.length + 1))) return 'character'
  const asBech32 = bech32.decodeUnsafe(text, maxAddressLength)
  const decoded = asBech32 ?? bech32m.decodeUnsafe(text, maxAddressLength)
  if (decoded === undefined) return 'checksum'
  const [version, ...words] = decoded.words
  if (version === undefined) return 'length'
  if (version > 1) return 'witness'
  // Version 0 is encoded as bech32, and version 1 and later as bech32m (BIP-350 §Addresses).
  if ((version === 0) !== (asBech32 !== undefined)) return 'encoding'
  const program = bech32.fromWordsUnsafe(words)
  const type = getWitnessProgramType(version, program instanceof Uint8Array ? program.length : 0)
  if (!(program instanceof Uint8Array) || type === undefined) return 'length'
  const script = new Uint8Array([version === 0 ? 0 : 0x50 + version, program.length, ...program])
  return { networks: [bech32Prefixes[prefix] as BitcoinNetwork], type, program, script }
}

/** BIP-141 §Witness program, BIP-341 §Script validation rules. */
function getWitnessProgramType(version: number, length: number): 'p2wpkh' | 'p2wsh' | 'p2tr' | undefined {
  if (version === 1) return length === 32 ? 'p2tr' : undefined
  if (length === 20) return 'p2wpkh'
  return length === 32 ? 'p2wsh' : undefined
}

const checksumBytes = 4

function parseBase58CheckAddress(text: string): BitcoinAddress | BitcoinAddressErrorCode {
  for (const character of text) if (!isBase58Digit(Math.min(character.charCodeAt(0), 255))) return 'character'
  const bytes = decodeBase58(text, 21 + checksumBytes)
  if (bytes === null) return 'length'
  const [payload, checksum] = [bytes.subarray(0, 21), bytes.subarray(21)]
  const hash = sha256(sha256(payload))
  if (!checksum.every((byte, index) => byte === hash[index])) return 'checksum'
  const known = base58CheckVersions[payload[0]!]
  if (known === undefined) return 'network'
  const program = payload.slice(1)
  const script =
    known.type === 'p2pkh'
      ? new Uint8Array([0x76, 0xa9, 20, ...program, 0x88, 0xac])
      : new Uint8Array([0xa9, 20, ...program, 0x87])
  return { ...known, program, script }
}
