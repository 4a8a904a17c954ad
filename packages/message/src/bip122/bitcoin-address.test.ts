// Tests that a Bitcoin address has only one spelling and network (THREATS S16), with the examples
// of BIP-173 and BIP-350 and with near misses.
import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, bech32m, createBase58check, hex } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeBase58 } from '../base58.ts'
import { decodeSolanaAddress } from '../solana/solana-message-profile.ts'
import { bitcoinAddressErrors, parseBitcoinAddress } from './bitcoin-address.ts'

const base58check = createBase58check(sha256)
const bytes = (size: number, value = 7): Uint8Array => new Uint8Array(size).fill(value)
const old = (version: number, size = 20): string => base58check.encode(Uint8Array.of(version, ...bytes(size)))
const witness = (
  prefix: string,
  version: number,
  program: Uint8Array,
  code = version === 0 ? bech32 : bech32m,
): string => code.encode(prefix, [version, ...code.toWords(program)])

describe('S16: Bitcoin addresses', () => {
  // The examples for which a signature is possible, in lowercase (BIP-350 §Test vectors for v0-v16
  // native segregated witness addresses).
  test.each([
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', '0014751e76e8199196d454941c45d1b3a323f1433bd6', 'mainnet'],
    [
      'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
      '00201863143c14c5166804bd19203356da136c985678cd4d27a1b8c6329604903262',
      'testnet',
    ],
    [
      'tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy',
      '0020000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433',
      'testnet',
    ],
    [
      'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c',
      '5120000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433',
      'testnet',
    ],
    [
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
      '512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
      'mainnet',
    ],
  ])('parses %s as BIP-350 specifies, but only in lowercase', (text, script, network) => {
    const read = parseBitcoinAddress(text)
    expect(read).toMatchObject({ networks: [network] })
    expect(typeof read === 'string' ? read : hex.encode(read.script)).toBe(script)
    // BIP-173 also allows all uppercase. We refuse it, so that no wallet has two spellings.
    expect(parseBitcoinAddress(text.toUpperCase())).toBe('case')
    for (const at of [0, 3]) {
      const mixed = text.slice(0, at) + text.charAt(at).toUpperCase() + text.slice(at + 1)
      expect(parseBitcoinAddress(mixed)).toBe('case')
    }
  })

  // The examples of invalid addresses in BIP-350 and BIP-173.
  test.each([
    ['tc1qw508d6qejxtdg4y5r3zarvary0c5xw7kg3g4ty', 'character'],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'checksum'],
    ['tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut', 'character'],
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', 'encoding'],
    ['tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf', 'witness'],
    ['tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47', 'encoding'],
    ['bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4', 'character'],
    ['bc1pw5dgrnzv', 'length'],
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav', 'length'],
    ['bc1qr508d6qejxtdg4y5r3zarvaryv98gj9p', 'length'],
    ['tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq', 'case'],
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf', 'length'],
    ['tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vpggkg4j', 'length'],
    ['bc1gmk9yu', 'length'],
    ['bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs', 'witness'],
    ['bc1sw50qgdz25j', 'witness'],
  ])('refuses %s: %s', (text, fault) => {
    expect(parseBitcoinAddress(text)).toBe(fault)
  })

  test.each([
    [0x00, 'p2pkh', ['mainnet']],
    [0x05, 'p2sh', ['mainnet']],
    [0x6f, 'p2pkh', ['testnet', 'regtest']],
    [0xc4, 'p2sh', ['testnet', 'regtest']],
  ])('parses a base58 address with version byte %i as %s', (version, type, networks) => {
    expect(parseBitcoinAddress(old(version))).toMatchObject({ type, networks, program: bytes(20) })
    expect(parseBitcoinAddress(old(version, 19))).toBe('length')
    expect(parseBitcoinAddress(old(version, 21))).toBe('length')
    expect(parseBitcoinAddress(old(version, 32))).toBe('length')
  })

  test('refuses addresses of other currencies, and private keys', () => {
    // These versions belong to Litecoin and Dogecoin addresses. The next text is a private key in
    // wallet import format (WIF).
    for (const version of [0x30, 0x1e, 0x32, 0x16]) expect(parseBitcoinAddress(old(version))).toBe('network')
    expect(parseBitcoinAddress(base58check.encode(Uint8Array.of(0x80, ...bytes(32), 1)))).toBe('length')
    expect(parseBitcoinAddress(witness('ltc', 0, bytes(20)))).toBe('character')
  })

  test('refuses look-alike characters, white space, URI prefixes and wrong lengths', () => {
    const sound = old(0)
    for (const other of ['0', 'O', 'I', 'l', ' ', '\u0131', '\u{1F600}', '\u0430'])
      expect(parseBitcoinAddress(sound.slice(0, 5) + other + sound.slice(6))).toBe('character')
    for (const text of [
      ` ${sound}`,
      `${sound}\n`,
      `bitcoin:${sound}`,
      `bip122:000000000019d6689c085ae165831e93:${sound}`,
    ])
      expect(parseBitcoinAddress(text)).toBe('character')
    expect(parseBitcoinAddress('')).toBe('length')
    expect(parseBitcoinAddress('1'.repeat(91))).toBe('length')
    expect(parseBitcoinAddress('1')).toBe('length')
  })

  test('refuses an address with one character changed, removed or inserted', () => {
    const sound = [
      old(0),
      old(0xc4),
      witness('bc', 0, bytes(20)),
      witness('tb', 0, bytes(32)),
      witness('bcrt', 1, bytes(32)),
    ]
    fc.assert(
      fc.property(
        fc.constantFrom(...sound),
        fc.nat(61),
        fc.constantFrom(...'123456789abcdefghjkmnpqrstuvwxyzABC'),
        (text, place, letter) => {
          const at = place % text.length
          const changed = text.slice(0, at) + letter + text.slice(at + 1)
          const others = [text.slice(0, at) + text.slice(at + 1), text.slice(0, at) + letter + text.slice(at)]
          if (changed !== text) others.push(changed)
          for (const other of others.filter((one) => one !== text))
            expect(Object.keys(bitcoinAddressErrors)).toContain(parseBitcoinAddress(other))
        },
      ),
      { numRuns: 400 },
    )
  })

  test('a bech32 address is never a Solana address, even if all its letters are base58', () => {
    // This is the only length that both a bech32 address and 32 bytes in base58 can have.
    expect(witness('bcrt', 0, bytes(20))).toHaveLength(44)
    // A 32-byte number with 44 digits starts with J or a lower digit, and never with a lowercase
    // letter.
    expect(decodeBase58(`b${'1'.repeat(43)}`, 32)).toBeNull()
    expect(decodeBase58(`J${'1'.repeat(43)}`, 32)).not.toBeNull()
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), (program) => {
        expect(decodeSolanaAddress(witness('bcrt', 0, program))).toBeNull()
      }),
    )
  })
})
