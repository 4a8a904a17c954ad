// Bitcoin addresses, of which there is one accepted spelling each: base58check for scripts and keys of old (BIP-13), bech32 and bech32m for
// segregated witness (BIP-173, BIP-350).
import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, bech32m } from '@scure/base'
import { decodeBase58, isBase58Digit } from '../base58.ts'
import type { BitcoinNetwork } from './bitcoin-chains.ts'

/**
 * What an address pays to, which says how its owner signs.
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
 * A Bitcoin address, taken apart.
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
  /** The networks whose address it is: those of old have one form for all test networks. */
  readonly networks: readonly BitcoinNetwork[]
  readonly type: BitcoinAddressType
  /** The hash of a key or of a script; of a taproot output its key. */
  readonly program: Uint8Array
  /** The script that the address stands for (scriptPubKey). */
  readonly script: Uint8Array
}

/**
 * Why a text is no Bitcoin address, as one plain sentence each: reason → sentence.
 *
 * @example
 * ```ts
 * import { bitcoinAddressErrors } from '@countersign/message'
 *
 * bitcoinAddressErrors.checksum // => 'The address does not carry its checksum: a character is wrong.'
 * ```
 */
export const bitcoinAddressErrors = {
  character: 'The address has a character that its alphabet does not have.',
  case: 'The address has a capital where only small letters may stand.',
  checksum: 'The address does not carry its checksum: a character is wrong.',
  length: 'The address is longer or shorter than one of its kind.',
  network: 'The address begins as that of no network of Bitcoin does.',
  witness: 'The address is of a kind that nobody can sign with yet.',
  encoding: 'The address is written in the encoding of another kind (bech32 or bech32m).',
} as const satisfies Record<string, string>

/**
 * Why a text is no Bitcoin address: a closed union, so that a switch over it narrows.
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

/** No address is longer (BIP-173 §Bech32). */
const maxAddressLength = 90

const bech32Prefixes: Readonly<Record<string, BitcoinNetwork>> = { bc: 'mainnet', tb: 'testnet', bcrt: 'regtest' }

/** First byte of the 21 that base58check holds → what it is. */
const base58CheckVersions: Readonly<Record<number, { type: 'p2pkh' | 'p2sh'; networks: readonly BitcoinNetwork[] }>> = {
  0x00: { type: 'p2pkh', networks: ['mainnet'] },
  0x05: { type: 'p2sh', networks: ['mainnet'] },
  0x6f: { type: 'p2pkh', networks: ['testnet', 'regtest'] },
  0xc4: { type: 'p2sh', networks: ['testnet', 'regtest'] },
}

/**
 * Reads a Bitcoin address. Never throws.
 *
 * @example
 * ```ts
 * import { parseBitcoinAddress } from '@countersign/message'
 *
 * parseBitcoinAddress('BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4') // => 'case'
 * ```
 * @returns the address, or why the text is none
 */
export function parseBitcoinAddress(text: string): BitcoinAddress | BitcoinAddressErrorCode {
  if (text === '' || text.length > maxAddressLength) return 'length'
  const separator = text.lastIndexOf('1')
  const prefix = text.slice(0, separator)
  // No address in base58 begins with the prefix of one in bech32.
  return separator > 0 && Object.hasOwn(bech32Prefixes, prefix.toLowerCase())
    ? parseSegwitAddress(text, prefix)
    : parseBase58CheckAddress(text)
}

/** What stands at which place of an address in bech32 besides its prefix. */
const bech32Digits = /^[02-9ac-hj-np-z]*$/

function parseSegwitAddress(text: string, prefix: string): BitcoinAddress | BitcoinAddressErrorCode {
  // BIP-173 lets an address be all capitals, for codes that are scanned; the same wallet would have two spellings.
  if (text !== text.toLowerCase()) return 'case'
  if (!bech32Digits.test(text.slice(prefix.length + 1))) return 'character'
  const asBech32 = bech32.decodeUnsafe(text, maxAddressLength)
  const decoded = asBech32 ?? bech32m.decodeUnsafe(text, maxAddressLength)
  if (decoded === undefined) return 'checksum'
  const [version, ...words] = decoded.words
  if (version === undefined) return 'length'
  if (version > 1) return 'witness'
  // BIP-350 §Addresses: bech32 for version 0, bech32m from 1 on.
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
