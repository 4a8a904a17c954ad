// What a signature and its key can be written as besides the one way (THREATS S16): each begins at a signature that holds, and changes one thing.
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createBitcoinKey } from '../../../testing/src/bitcoin-keys.ts'
import {
  alice,
  base64Of,
  derOf,
  fullOf,
  hash160,
  join,
  legacyHash,
  outputOf,
  publicOf,
  push,
  signAll,
  signedText,
  simpleOf,
  uncompressedOf,
  witnessHash,
  xOf,
} from '../../../testing/src/bitcoin-pieces.ts'
import { checkEcdsa } from './ecdsa.ts'
import { proving } from './proving.ts'

const prove = proving(signedText)

describe('S16 the numbers of an ECDSA signature', () => {
  const output = outputOf('wpkh', hash160(publicOf(alice)))
  const code = outputOf('pkh', hash160(publicOf(alice))).script
  const der = derOf(witnessHash(output.script, code), alice)
  const [rLength, sAt] = [der[3]!, 4 + der[3]!]
  const [r, s] = [der.subarray(4, sAt), der.subarray(sAt + 2)]
  const as = (bytes: Uint8Array, sighash: readonly number[] = [1]): string =>
    prove(simpleOf(join(bytes, ...sighash), publicOf(alice)), output.address)
  const number = (digits: Uint8Array): Uint8Array => join(2, digits.length, digits)
  const sequence = (...parts: Uint8Array[]): Uint8Array => {
    const content = join(...parts)
    return join(0x30, content.length, content)
  }

  test('hold in the one encoding of BIP-66', () => {
    expect(as(der)).toBe('proved')
    expect(as(sequence(number(r), number(s)))).toBe('proved')
  })

  test.each<[string, Uint8Array]>([
    ['a zero before r', sequence(number(join(0, r)), number(s))],
    ['a zero before s', sequence(number(r), number(join(0, s)))],
    ['two zeros before s', sequence(number(r), number(join(0, 0, s)))],
    ['r without its zero, and so negative', sequence(number(join(0x80 | r.at(-32)!, r.slice(-31))), number(s))],
    ['no r', sequence(join(2, 0), number(s))],
    ['no s', sequence(number(r), join(2, 0))],
    ['the length in two bytes', join(0x30, 0x81, der.length - 2, der.subarray(2))],
    ['the length of r in two bytes', sequence(join(2, 0x81, r.length, r), number(s))],
    ['a length without end', join(0x30, 0x80, der.subarray(2), 0, 0)],
    ['a length that is one too much', join(0x30, der.length - 1, der.subarray(2))],
    ['a length that is one too little', join(0x30, der.length - 3, der.subarray(2))],
    ['something after it', join(der, 0)],
    ['something after it that its length counts', sequence(number(r), number(s), Uint8Array.of(0))],
    ['a third number', sequence(number(r), number(s), number(Uint8Array.of(1)))],
    ['one number', sequence(number(r))],
    ['a set', join(0x31, der.subarray(1))],
    ['numbers of another type', sequence(join(3, rLength, r), number(s))],
    ['s of 33 bytes', sequence(number(r), number(join(1, new Uint8Array(32).fill(1))))],
    ['64 bytes without any encoding', secp256k1.Signature.fromBytes(der, 'der').toBytes('compact')],
    ['nothing', new Uint8Array(0)],
  ])('%s: is no signature', (_, bytes) => {
    expect(as(bytes)).toBe('signature_encoding')
  })

  test('cannot be zero or beyond the order', () => {
    const { ORDER } = secp256k1.Point.Fn
    const bytesOf = (value: bigint): Uint8Array => {
      const digits = Uint8Array.from(Buffer.from(value.toString(16).padStart(64, '0'), 'hex'))
      const first = digits.findIndex((byte) => byte !== 0)
      const short = first < 0 ? Uint8Array.of(0) : digits.subarray(first)
      return short[0]! >= 0x80 ? join(0, short) : short
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
    // The old signature has the same bounds.
    const old = createBitcoinKey(1, 'p2pkh')
    for (const header of [27, 28, 31, 32])
      for (const [one, other] of [
        [0n, 1n],
        [1n, 0n],
        [ORDER, 1n],
        [2n ** 256n - 1n, 1n],
      ] as const) {
        const [a, b] = [one, other].map((value) => Buffer.from(value.toString(16).padStart(64, '0'), 'hex'))
        expect(prove(base64Of(join(header, a!, b!)), old.address)).toBe('other_signer')
      }
  })

  test.each([[], [0], [1, 1], [0x41], [0x80], [255]])(
    'what it signs is said by one byte, and that is 1: %j',
    (...sighash) => {
      expect(as(der, sighash)).toMatch(/^(?:sighash|signature_encoding)$/)
    },
  )

  test('a Schnorr signature is none, nor is one of the other kind of hash', () => {
    const hash = witnessHash(output.script, code)
    expect(as(schnorr.sign(hash, alice))).toBe('signature_encoding')
    expect(as(derOf(legacyHash(output.script, code), alice))).toBe('other_signer')
    expect(as(derOf(witnessHash(output.script, output.script), alice))).toBe('other_signer')
  })
})

describe('S16 one key in another encoding', () => {
  const hybridOf = (key: Uint8Array): Uint8Array => {
    const point = uncompressedOf(key)
    return join(6 + (point[64]! & 1), point.subarray(1))
  }

  test('an address of the uncompressed key is its own, and signs as one of old', () => {
    const key = uncompressedOf(alice)
    const output = outputOf('pkh', hash160(key))
    const signature = signAll(legacyHash(output.script), alice)
    expect(prove(fullOf(output.script, { scriptSig: join(push(signature), push(key)) }), output.address)).toBe('proved')
    expect(
      prove(fullOf(output.script, { scriptSig: join(push(signature), push(publicOf(alice))) }), output.address),
    ).toBe('other_signer')
    expect(output.address).not.toBe(createBitcoinKey(1, 'p2pkh').address)
  })

  test('the old signature says whether the address is that of the compressed key', () => {
    const message = join(signedText.length, ...new TextEncoder().encode(signedText))
    const mark = new TextEncoder().encode('\u0018Bitcoin Signed Message:\n')
    const hash = sha256(sha256(join(mark, message)))
    const [recovery, ...numbers] = secp256k1.sign(hash, alice, { prehash: false, format: 'recovered' })
    const as = (header: number, key: Uint8Array): string =>
      prove(base64Of(join(header + recovery!, Uint8Array.from(numbers))), outputOf('pkh', hash160(key)).address)
    expect([as(27, uncompressedOf(alice)), as(31, publicOf(alice))]).toEqual(['proved', 'proved'])
    expect([as(31, uncompressedOf(alice)), as(27, publicOf(alice))]).toEqual(['other_signer', 'other_signer'])
    expect([as(27, hybridOf(alice)), as(31, hybridOf(alice))]).toEqual(['other_signer', 'other_signer'])
  })

  test('hybrid keys (06, 07) are no keys, though their address could be computed', () => {
    const key = hybridOf(alice)
    const output = outputOf('pkh', hash160(key))
    const signature = signAll(legacyHash(output.script), alice)
    expect(prove(fullOf(output.script, { scriptSig: join(push(signature), push(key)) }), output.address)).toBe(
      'other_signer',
    )
    const redeem = join(push(key), 0xac)
    const nested = outputOf('sh', hash160(redeem))
    const inner = signAll(legacyHash(nested.script, redeem), alice)
    expect(prove(fullOf(nested.script, { scriptSig: join(push(inner), push(redeem)) }), nested.address)).toBe(
      'script_unknown',
    )
  })

  test('segregated witness knows compressed keys alone', () => {
    for (const key of [uncompressedOf(alice), hybridOf(alice)]) {
      const output = outputOf('wpkh', hash160(key))
      const code = outputOf('pkh', hash160(key)).script
      const signature = signAll(witnessHash(output.script, code), alice)
      expect(prove(simpleOf(signature, key), output.address)).toBe('other_signer')
      const script = join(push(key), 0xac)
      const behind = outputOf('wsh', sha256(script))
      const inner = signAll(witnessHash(behind.script, script), alice)
      expect(prove(simpleOf(inner, script), behind.address)).toBe('script_unknown')
    }
  })

  test('a key that is no point, or has another first byte, proves nothing', () => {
    for (const key of [
      join(2, new Uint8Array(32).fill(255)),
      join(2, new Uint8Array(32)),
      join(4, new Uint8Array(64)),
      join(5, xOf(alice)),
      join(0, xOf(alice)),
      new Uint8Array(0),
      Uint8Array.of(0),
    ]) {
      const output = outputOf('wpkh', hash160(key))
      const code = outputOf('pkh', hash160(key)).script
      const signature = signAll(witnessHash(output.script, code), alice)
      expect(prove(simpleOf(signature, key), output.address)).toBe('other_signer')
    }
  })
})

test('S16 keys are found from a signature, and the equation of another library says the same of each', () => {
  const keys = [1, 2, 3].map((number) => createBitcoinKey(number).privateKey)
  const seen = { good: 0, bad: 0 }
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.nat(2),
      fc.nat(2),
      fc.nat(1000),
      (hash, by, asked, bit) => {
        const bytes = signAll(hash, keys[by]!)
        // Of some one bit is another.
        if (bit < (bytes.length - 1) * 8) bytes[bit >> 3]! ^= 1 << (bit & 7)
        for (const key of [publicOf(keys[asked]!), uncompressedOf(keys[asked]!)]) {
          const verdict = checkEcdsa(bytes, hash, key)
          let theirs = false
          try {
            theirs = secp256k1.verify(bytes.slice(0, -1), hash, key, { prehash: false, lowS: true, format: 'der' })
          } catch {
            // No encoding of a signature.
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
