// Tests alternative ECDSA encodings (THREATS S16). Each differs from a valid signature in one way.
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createBitcoinTestKey } from '../../../testing/src/bitcoin-test-keys.ts'
import {
  aliceBitcoinPrivateKey,
  encodeBase64,
  signEcdsaDer,
  encodeFullBip322Signature,
  hash160,
  concatBytes,
  computeLegacySighash,
  createBitcoinTestOutput,
  getCompressedPublicKey,
  encodeScriptPush,
  signSighashAll,
  bitcoinSignInTextFixture,
  encodeSimpleBip322Signature,
  getUncompressedPublicKey,
  computeWitnessSighash,
  getXOnlyPublicKey,
} from '../../../testing/src/bitcoin-test-signature-parts.ts'
import { verifyEcdsaSignature } from './bitcoin-ecdsa.ts'
import { createBitcoinTestVerifier } from './bitcoin-test-verifier.ts'

const prove = createBitcoinTestVerifier(bitcoinSignInTextFixture)

describe('S16: ECDSA signature encoding', () => {
  const output = createBitcoinTestOutput('wpkh', hash160(getCompressedPublicKey(aliceBitcoinPrivateKey)))
  const code = createBitcoinTestOutput('pkh', hash160(getCompressedPublicKey(aliceBitcoinPrivateKey))).script
  const der = signEcdsaDer(computeWitnessSighash(output.script, code), aliceBitcoinPrivateKey)
  const [rLength, sAt] = [der[3]!, 4 + der[3]!]
  const [r, s] = [der.subarray(4, sAt), der.subarray(sAt + 2)]
  const as = (bytes: Uint8Array, sighash: readonly number[] = [1]): string =>
    prove(
      encodeSimpleBip322Signature(concatBytes(bytes, ...sighash), getCompressedPublicKey(aliceBitcoinPrivateKey)),
      output.address,
    )
  const number = (digits: Uint8Array): Uint8Array => concatBytes(2, digits.length, digits)
  const sequence = (...parts: Uint8Array[]): Uint8Array => {
    const content = concatBytes(...parts)
    return concatBytes(0x30, content.length, content)
  }

  test('accepts the strict DER encoding of BIP-66', () => {
    expect(as(der)).toBe('verified')
    expect(as(sequence(number(r), number(s)))).toBe('verified')
  })

  test.each<[string, Uint8Array]>([
    ['a zero byte before r', sequence(number(concatBytes(0, r)), number(s))],
    ['a zero byte before s', sequence(number(r), number(concatBytes(0, s)))],
    ['two zero bytes before s', sequence(number(r), number(concatBytes(0, 0, s)))],
    [
      'a negative r, without its leading zero',
      sequence(number(concatBytes(0x80 | r.at(-32)!, r.slice(-31))), number(s)),
    ],
    ['an empty r', sequence(concatBytes(2, 0), number(s))],
    ['an empty s', sequence(number(r), concatBytes(2, 0))],
    ['the total length in two bytes', concatBytes(0x30, 0x81, der.length - 2, der.subarray(2))],
    ['the length of r in two bytes', sequence(concatBytes(2, 0x81, r.length, r), number(s))],
    ['an indefinite length', concatBytes(0x30, 0x80, der.subarray(2), 0, 0)],
    ['a length one too large', concatBytes(0x30, der.length - 1, der.subarray(2))],
    ['a length one too small', concatBytes(0x30, der.length - 3, der.subarray(2))],
    ['a trailing byte', concatBytes(der, 0)],
    ['a trailing byte included in the length', sequence(number(r), number(s), Uint8Array.of(0))],
    ['a third integer', sequence(number(r), number(s), number(Uint8Array.of(1)))],
    ['a single integer', sequence(number(r))],
    ['a SET instead of a SEQUENCE', concatBytes(0x31, der.subarray(1))],
    ['r with another ASN.1 type', sequence(concatBytes(3, rLength, r), number(s))],
    ['a 33-byte s', sequence(number(r), number(concatBytes(1, new Uint8Array(32).fill(1))))],
    ['64 bytes in compact form', secp256k1.Signature.fromBytes(der, 'der').toBytes('compact')],
    ['zero bytes', new Uint8Array(0)],
  ])('refuses %s', (_, bytes) => {
    expect(as(bytes)).toBe('signature_encoding')
  })

  test('refuses an r or s that is zero or not below the group order', () => {
    const { ORDER } = secp256k1.Point.Fn
    const bytesOf = (value: bigint): Uint8Array => {
      const digits = Uint8Array.from(Buffer.from(value.toString(16).padStart(64, '0'), 'hex'))
      const first = digits.findIndex((byte) => byte !== 0)
      const short = first < 0 ? Uint8Array.of(0) : digits.subarray(first)
      return short[0]! >= 0x80 ? concatBytes(0, short) : short
    }
    for (const [one, other] of [
      [0n, 1n],
      [1n, 0n],
      [0n, 0n],
      [ORDER, 1n],
      [ORDER + 1n, 1n],
      [2n ** 256n - 1n, 1n],
    ] as const)
      expect(as(sequence(number(bytesOf(one)), number(bytesOf(other))))).toBe('other_signer')
    expect(as(sequence(number(r), number(bytesOf(ORDER))))).toBe('high_s')
    // The same bounds apply to legacy signatures.
    const old = createBitcoinTestKey(1, 'p2pkh')
    for (const header of [27, 28, 31, 32])
      for (const [one, other] of [
        [0n, 1n],
        [1n, 0n],
        [ORDER, 1n],
        [2n ** 256n - 1n, 1n],
      ] as const) {
        const [a, b] = [one, other].map((value) => Buffer.from(value.toString(16).padStart(64, '0'), 'hex'))
        expect(prove(encodeBase64(concatBytes(header, a!, b!)), old.address)).toBe('other_signer')
      }
  })

  test.each([[], [0], [1, 1], [0x41], [0x80], [255]])(
    'refuses any sighash byte other than a single 1: %j',
    (...sighash) => {
      expect(as(der, sighash)).toMatch(/^(?:sighash|signature_encoding)$/)
    },
  )

  test('refuses a Schnorr signature, and an ECDSA signature of another sighash', () => {
    const hash = computeWitnessSighash(output.script, code)
    expect(as(schnorr.sign(hash, aliceBitcoinPrivateKey))).toBe('signature_encoding')
    expect(as(signEcdsaDer(computeLegacySighash(output.script, code), aliceBitcoinPrivateKey))).toBe('other_signer')
    expect(as(signEcdsaDer(computeWitnessSighash(output.script, output.script), aliceBitcoinPrivateKey))).toBe(
      'other_signer',
    )
  })
})

describe('S16: public key encodings', () => {
  const hybridOf = (key: Uint8Array): Uint8Array => {
    const point = getUncompressedPublicKey(key)
    return concatBytes(6 + (point[64]! & 1), point.subarray(1))
  }

  test('verifies the P2PKH address of an uncompressed key only if the key is uncompressed', () => {
    const key = getUncompressedPublicKey(aliceBitcoinPrivateKey)
    const output = createBitcoinTestOutput('pkh', hash160(key))
    const signature = signSighashAll(computeLegacySighash(output.script), aliceBitcoinPrivateKey)
    expect(
      prove(
        encodeFullBip322Signature(output.script, {
          scriptSig: concatBytes(encodeScriptPush(signature), encodeScriptPush(key)),
        }),
        output.address,
      ),
    ).toBe('verified')
    expect(
      prove(
        encodeFullBip322Signature(output.script, {
          scriptSig: concatBytes(
            encodeScriptPush(signature),
            encodeScriptPush(getCompressedPublicKey(aliceBitcoinPrivateKey)),
          ),
        }),
        output.address,
      ),
    ).toBe('other_signer')
    expect(output.address).not.toBe(createBitcoinTestKey(1, 'p2pkh').address)
  })

  test('the header of a legacy signature selects the compressed or the uncompressed address', () => {
    const message = concatBytes(bitcoinSignInTextFixture.length, ...new TextEncoder().encode(bitcoinSignInTextFixture))
    const mark = new TextEncoder().encode('\u0018Bitcoin Signed Message:\n')
    const hash = sha256(sha256(concatBytes(mark, message)))
    const [recovery, ...numbers] = secp256k1.sign(hash, aliceBitcoinPrivateKey, { prehash: false, format: 'recovered' })
    const as = (header: number, key: Uint8Array): string =>
      prove(
        encodeBase64(concatBytes(header + recovery!, Uint8Array.from(numbers))),
        createBitcoinTestOutput('pkh', hash160(key)).address,
      )
    expect([
      as(27, getUncompressedPublicKey(aliceBitcoinPrivateKey)),
      as(31, getCompressedPublicKey(aliceBitcoinPrivateKey)),
    ]).toEqual(['verified', 'verified'])
    expect([
      as(31, getUncompressedPublicKey(aliceBitcoinPrivateKey)),
      as(27, getCompressedPublicKey(aliceBitcoinPrivateKey)),
    ]).toEqual(['other_signer', 'other_signer'])
    expect([as(27, hybridOf(aliceBitcoinPrivateKey)), as(31, hybridOf(aliceBitcoinPrivateKey))]).toEqual([
      'other_signer',
      'other_signer',
    ])
  })

  test('refuses hybrid keys (06, 07) even if the address matches', () => {
    const key = hybridOf(aliceBitcoinPrivateKey)
    const output = createBitcoinTestOutput('pkh', hash160(key))
    const signature = signSighashAll(computeLegacySighash(output.script), aliceBitcoinPrivateKey)
    expect(
      prove(
        encodeFullBip322Signature(output.script, {
          scriptSig: concatBytes(encodeScriptPush(signature), encodeScriptPush(key)),
        }),
        output.address,
      ),
    ).toBe('other_signer')
    const redeem = concatBytes(encodeScriptPush(key), 0xac)
    const nested = createBitcoinTestOutput('sh', hash160(redeem))
    const inner = signSighashAll(computeLegacySighash(nested.script, redeem), aliceBitcoinPrivateKey)
    expect(
      prove(
        encodeFullBip322Signature(nested.script, {
          scriptSig: concatBytes(encodeScriptPush(inner), encodeScriptPush(redeem)),
        }),
        nested.address,
      ),
    ).toBe('script_unknown')
  })

  test('refuses uncompressed and hybrid keys in segregated witness', () => {
    for (const key of [getUncompressedPublicKey(aliceBitcoinPrivateKey), hybridOf(aliceBitcoinPrivateKey)]) {
      const output = createBitcoinTestOutput('wpkh', hash160(key))
      const code = createBitcoinTestOutput('pkh', hash160(key)).script
      const signature = signSighashAll(computeWitnessSighash(output.script, code), aliceBitcoinPrivateKey)
      expect(prove(encodeSimpleBip322Signature(signature, key), output.address)).toBe('other_signer')
      const script = concatBytes(encodeScriptPush(key), 0xac)
      const behind = createBitcoinTestOutput('wsh', sha256(script))
      const inner = signSighashAll(computeWitnessSighash(behind.script, script), aliceBitcoinPrivateKey)
      expect(prove(encodeSimpleBip322Signature(inner, script), behind.address)).toBe('script_unknown')
    }
  })

  test('refuses a key that is not a point on the curve or has an invalid prefix', () => {
    for (const key of [
      concatBytes(2, new Uint8Array(32).fill(255)),
      concatBytes(2, new Uint8Array(32)),
      concatBytes(4, new Uint8Array(64)),
      concatBytes(5, getXOnlyPublicKey(aliceBitcoinPrivateKey)),
      concatBytes(0, getXOnlyPublicKey(aliceBitcoinPrivateKey)),
      new Uint8Array(0),
      Uint8Array.of(0),
    ]) {
      const output = createBitcoinTestOutput('wpkh', hash160(key))
      const code = createBitcoinTestOutput('pkh', hash160(key)).script
      const signature = signSighashAll(computeWitnessSighash(output.script, code), aliceBitcoinPrivateKey)
      expect(prove(encodeSimpleBip322Signature(signature, key), output.address)).toBe('other_signer')
    }
  })
})

test('S16: ECDSA verification agrees with @noble/curves on valid and altered signatures', () => {
  const keys = [1, 2, 3].map((number) => createBitcoinTestKey(number).privateKey)
  const seen = { good: 0, bad: 0 }
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.nat(2),
      fc.nat(2),
      fc.nat(1000),
      (hash, by, asked, bit) => {
        const bytes = signSighashAll(hash, keys[by]!)
        // Flip one bit, but leave some signatures unchanged.
        if (bit < (bytes.length - 1) * 8) bytes[bit >> 3]! ^= 1 << (bit & 7)
        for (const key of [getCompressedPublicKey(keys[asked]!), getUncompressedPublicKey(keys[asked]!)]) {
          const verdict = verifyEcdsaSignature(bytes, hash, key)
          let theirs = false
          try {
            theirs = secp256k1.verify(bytes.slice(0, -1), hash, key, { prehash: false, lowS: true, format: 'der' })
          } catch {
            // The bytes are not the encoding of a signature.
          }
          expect(verdict === null).toBe(theirs)
          seen[verdict === null ? 'good' : 'bad'] += 1
        }
      },
    ),
    { numRuns: 400 },
  )
  expect(Math.min(seen.good, seen.bad)).toBeGreaterThan(50)
})
