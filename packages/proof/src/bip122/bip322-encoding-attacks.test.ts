// Tests attacks on the encoding of Bitcoin signatures (THREATS S16): formats, base64 and sizes.
import { describe, expect, test } from 'vitest'
import { createBitcoinTestKey, signBitcoinMessage } from '../../../testing/src/bitcoin-test-keys.ts'
import {
  aliceBitcoinPrivateKey,
  encodeBase64,
  encodeFullBip322Signature,
  hash160,
  concatBytes,
  computeLegacySighash,
  createBitcoinTestOutput,
  getCompressedPublicKey,
  encodeScriptPush,
  signSighashAll,
  bitcoinSignInTextFixture,
} from '../../../testing/src/bitcoin-test-signature-parts.ts'
import { createBitcoinTestVerifier } from './bitcoin-test-verifier.ts'

const prove = createBitcoinTestVerifier(bitcoinSignInTextFixture)

describe('S16: size and encoding of BIP-322 signatures', () => {
  const address = createBitcoinTestKey(1).address
  const most = [0xfe, 255, 255, 255, 255]

  test('refuses a declared size beyond the end of the input, without allocating memory for it', () => {
    const before = process.memoryUsage().heapUsed
    for (const bytes of [
      [...most],
      [0xff, 255, 255, 255, 255, 255, 255, 255, 255],
      [2, ...most, 1],
      [0xfd, 0xff, 0xff],
      [0xfd, 252, 0],
      [0xfe, 255, 255, 0, 0],
    ])
      expect(prove(`smp${encodeBase64(Uint8Array.from(bytes))}`, address)).toBe('witness_malformed')
    const head = [0, 0, 0, 0]
    for (const bytes of [
      [...head, ...most],
      [...head, 0, 1, ...most],
      [...head, 0, 1, 1, ...new Uint8Array(36), ...most],
      [...head, 0, 1, 1, ...new Uint8Array(36), 0, ...head, ...most],
      [...head, 0, 1, 1, ...new Uint8Array(36), 0, ...head, 1, ...new Uint8Array(8), 1, 0x6a, ...most],
      [...head, 0, 0, 1],
      [...head, 0, 2, 1],
    ])
      expect(prove(`ful${encodeBase64(Uint8Array.from(bytes))}`, address)).toMatch(/^transaction_(?:shape|malformed)$/)
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(64 << 20)
  })

  test('parses signatures of up to 16,384 characters and refuses longer ones', () => {
    const pieces = Uint8Array.from({ length: 12_285 }, (_, index) =>
      index === 0 ? 0xfd : index === 1 ? 12_282 & 255 : index === 2 ? 12_282 >> 8 : 0,
    )
    const signature = `smp${encodeBase64(pieces)}`
    expect(signature).toHaveLength(16_383)
    expect(prove(signature, address)).toBe('witness_surplus')
    expect(prove(`${signature}AAAA`, address)).toBe('too_long')
  })

  test('refuses a full signature if any bit of the transaction is flipped', () => {
    for (const kind of ['p2wpkh', 'p2tr', 'p2sh-p2wpkh'] as const) {
      const key = createBitcoinTestKey(1, kind)
      const bytes = Buffer.from(signBitcoinMessage(key, bitcoinSignInTextFixture, 'full'), 'base64')
      for (let bit = 0; bit < bytes.length * 8; bit += 1) {
        const changed = Uint8Array.from(bytes)
        changed[bit >> 3]! ^= 1 << (bit & 7)
        expect(prove(`ful${encodeBase64(changed)}`, key.address), `${kind}, bit ${bit}`).not.toBe('verified')
      }
    }
  })

  test('refuses a segwit marker on a transaction with an empty witness', () => {
    const key = createBitcoinTestKey(1, 'p2pkh')
    const output = createBitcoinTestOutput('pkh', hash160(getCompressedPublicKey(aliceBitcoinPrivateKey)))
    expect(output.address).toBe(key.address)
    const signature = signSighashAll(computeLegacySighash(output.script), aliceBitcoinPrivateKey)
    const sound = Buffer.from(
      encodeFullBip322Signature(output.script, {
        scriptSig: concatBytes(
          encodeScriptPush(signature),
          encodeScriptPush(getCompressedPublicKey(aliceBitcoinPrivateKey)),
        ),
      }).slice(3),
      'base64',
    )
    expect(prove(`ful${encodeBase64(sound)}`, key.address)).toBe('verified')
    const marked = concatBytes(sound.subarray(0, 4), 0, 1, sound.subarray(4, -4), 0, sound.subarray(-4))
    expect(prove(`ful${encodeBase64(marked)}`, key.address)).toBe('transaction_malformed')
  })
})

describe('S16: BIP-322 signature prefixes', () => {
  const kinds = ['p2wpkh', 'p2tr'] as const

  test.each(kinds)('accepts only the exact lowercase prefixes, or no prefix: %s', (kind) => {
    const key = createBitcoinTestKey(1, kind)
    const [witness, whole] = [
      signBitcoinMessage(key, bitcoinSignInTextFixture),
      signBitcoinMessage(key, bitcoinSignInTextFixture, 'full'),
    ]
    for (const signature of [witness, `smp${witness}`, whole, `ful${whole}`])
      expect(prove(signature, key.address)).toBe('verified')
    for (const other of [
      `ful${witness}`,
      `smp${whole}`,
      `SMP${witness}`,
      `Smp${witness}`,
      `FUL${whole}`,
      `smp ${witness}`,
      `smp:${witness}`,
      `smpsmp${witness}`,
      `fulsmp${witness}`,
      `smpful${whole}`,
      `pof${witness}`,
      `smp`,
      `ful`,
      `pof`,
    ])
      expect(prove(other, key.address), other.slice(0, 9)).not.toBe('verified')
  })

  test('accepts a 65-byte signature only without a prefix, and with a header for the address type (BIP-137)', () => {
    const key = createBitcoinTestKey(1, 'p2pkh')
    const old = signBitcoinMessage(key, bitcoinSignInTextFixture)
    expect(prove(old, key.address)).toBe('verified')
    for (const other of [`smp${old}`, `ful${old}`, `leg${old}`]) expect(prove(other, key.address)).not.toBe('verified')
    const bytes = Buffer.from(old, 'base64')
    const recovery = bytes[0]! - 31
    const accepted: Record<string, readonly number[]> = {
      p2pkh: [31],
      p2wpkh: [31, 39],
      'p2sh-p2wpkh': [31, 35],
      p2tr: [],
    }
    for (let header = 0; header < 256; header += 1)
      for (const kind of ['p2wpkh', 'p2sh-p2wpkh', 'p2tr', 'p2pkh'] as const) {
        const signature = encodeBase64(concatBytes(header, bytes.subarray(1)))
        const outcome = prove(signature, createBitcoinTestKey(1, kind).address)
        if (accepted[kind]!.includes(header - recovery)) expect(outcome).toBe('verified')
        else expect(outcome, `${kind} ${header}`).toMatch(/^(?:legacy_for_segwit|legacy_header|other_signer)$/)
      }
  })

  test('refuses base64 that is not canonical (RFC 4648 §4)', () => {
    const key = createBitcoinTestKey(1)
    const sound = signBitcoinMessage(key, bitcoinSignInTextFixture)
    const body = sound.replace(/=+$/, '')
    const padding = sound.length - body.length
    const others = [
      `${sound.slice(0, 40)}\n${sound.slice(40)}`,
      `${sound.slice(0, 40)} ${sound.slice(40)}`,
      `${sound.slice(0, 40)}\t${sound.slice(40)}`,
      `${sound.slice(0, 40)}\u00a0${sound.slice(40)}`,
      `${sound}=`,
      `${sound}====`,
      `=${sound}`,
      `${sound}\0`,
      `data:text/plain;base64,${sound}`,
      sound.replace(/.$/, '\u0430'),
    ]
    if (padding > 0) others.push(body)
    for (const other of others) expect(prove(other, key.address), JSON.stringify(other.slice(0, 60))).toBe('not_base64')
    // Unused bits in the last digit would give the same bytes a second text, so every other last
    // digit is refused.
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
    let twins = 0
    for (const address of ['p2wpkh', 'p2tr', 'p2pkh'] as const) {
      const other = createBitcoinTestKey(1, address)
      const signature = signBitcoinMessage(other, bitcoinSignInTextFixture)
      const digits = signature.replace(/=+$/, '')
      for (const digit of alphabet) {
        const twin = digits.slice(0, -1) + digit + '='.repeat(signature.length - digits.length)
        if (twin === signature || !Buffer.from(twin, 'base64').equals(Buffer.from(signature, 'base64'))) continue
        twins += 1
        expect(prove(twin, other.address)).toBe('not_base64')
      }
    }
    expect(twins).toBeGreaterThan(0)
  })
})
