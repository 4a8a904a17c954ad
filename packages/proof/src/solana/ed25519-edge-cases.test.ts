// Tests the cases in which Ed25519 verifiers disagree (Chalkias, Garillot and Nikolaenko, "Taming
// the many EdDSAs", §5; THREATS S15). The expected results are those of Solana's `verify_strict`.
import { decodeBase58, encodeBase58 } from '@countersign/message'
import { ed25519, ED25519_TORSION_SUBGROUP } from '@noble/curves/ed25519.js'
import { sha512 } from '@noble/hashes/sha2.js'
import fc from 'fast-check'
import { createPublicKey, verify as verifyByNode } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { verifyEd25519 as engineOfNode } from './ed25519.node.ts'
import { verifyEd25519 as engineOfBrowsers } from './ed25519.ts'
import { verifySolanaSignature } from './verify-solana-signature.ts'
import { findStrictEd25519Error } from './strict-ed25519-validation.ts'

const { Point } = ed25519
type CurvePoint = InstanceType<typeof Point>
const order = Point.Fn.ORDER
const prime = 2n ** 255n - 19n
const torsion = ED25519_TORSION_SUBGROUP.map((hex) => Point.fromHex(hex, true))
const nothing = Point.ZERO

const bytesOf = (number: bigint): Uint8Array =>
  Uint8Array.from({ length: 32 }, (_, index) => Number((number >> BigInt(8 * index)) & 255n))
const numberOf = (bytes: Uint8Array): bigint => bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
const textBytes = (text: string): Uint8Array => new TextEncoder().encode(text)

interface Made {
  text: string
  key: Uint8Array
  signature: Uint8Array
}

// Makes a signature for which the signer chose the key and the commitment. Either may have a
// small-order part or a non-canonical encoding.
function make(
  text: string,
  {
    keyPart = nothing,
    commitmentPart = nothing,
    secret = 7n,
    nonce = 11n,
    key: spelledKey,
    commitment: spelledCommitment,
    sAdded = 0n,
  }: {
    keyPart?: CurvePoint
    commitmentPart?: CurvePoint
    secret?: bigint
    nonce?: bigint
    key?: Uint8Array
    commitment?: Uint8Array
    sAdded?: bigint
  },
): Made {
  const key = spelledKey ?? times(secret).add(keyPart).toBytes()
  const commitment = spelledCommitment ?? times(nonce).add(commitmentPart).toBytes()
  const s = (nonce + challenge(commitment, key, text) * secret) % order
  return { text, key, signature: Uint8Array.of(...commitment, ...bytesOf(s + sAdded)) }
}
const times = (number: bigint): CurvePoint => (number === 0n ? nothing : Point.BASE.multiply(number))
const challenge = (commitment: Uint8Array, key: Uint8Array, text: string): bigint =>
  numberOf(sha512(Uint8Array.of(...commitment, ...key, ...textBytes(text)))) % order

function firstText(holds: (text: string) => boolean): string {
  for (let index = 0; index < 1000; index += 1) if (holds(`text ${index}`)) return `text ${index}`
  throw new Error('No text was found')
}

const verdictOf = ({ text, key, signature }: Made): string => {
  const proof = verifySolanaSignature(text, encodeBase58(signature), encodeBase58(key))
  return proof.outcome === 'verified' ? 'verified' : proof.reason
}
// Two lenient verifiers: Node without prior checks, whose releases treat small orders differently,
// and noble with ZIP 215.
const laxByNode = ({ text, key, signature }: Made): boolean => {
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), key])
  return verifyByNode(null, textBytes(text), createPublicKey({ key: der, format: 'der', type: 'spki' }), signature)
}
const laxByNoble = ({ text, key, signature }: Made): boolean =>
  ed25519.verify(signature, textBytes(text), key, { zip215: true })

/** Whether the small-order parts cancel each other out in the equation without the cofactor. */
const holdsWithout = ({ text, key, signature }: Made, keyPart: CurvePoint, commitmentPart: CurvePoint): boolean => {
  const k = challenge(signature.subarray(0, 32), key, text)
  return keyPart.multiplyUnsafe(k).add(commitmentPart).equals(nothing)
}

describe('S15: Ed25519 edge cases', () => {
  test('0: refuses a small-order key and commitment with s = 0, which ZIP 215 accepts', () => {
    for (const keyPart of torsion)
      for (const commitmentPart of torsion) {
        const made = make('whatever it says', { keyPart, commitmentPart, secret: 0n, nonce: 0n })
        expect(verdictOf(made)).toMatch(/^key_(?:small_order|not_canonical)$/)
        expect(laxByNoble(made)).toBe(true)
      }
  })

  test('1: refuses a small-order key with a valid commitment', () => {
    for (const keyPart of torsion) {
      const made = make('text', { keyPart, secret: 0n })
      expect(verdictOf(made)).toMatch(/^key_(?:small_order|not_canonical)$/)
      expect(laxByNoble(made)).toBe(true)
    }
  })

  test('2: refuses a small-order commitment with a valid key', () => {
    for (const commitmentPart of torsion) {
      const made = make('text', { commitmentPart, nonce: 0n })
      expect(verdictOf(made)).toMatch(/^r_(?:small_order|not_canonical)$/)
      expect(laxByNoble(made)).toBe(true)
    }
  })

  test('3: accepts a mixed-order key and commitment whose small-order parts cancel each other out', () => {
    for (const keyPart of torsion.slice(1)) {
      // The challenge depends on the commitment, so we try texts until the parts cancel each other
      // out.
      const cancelling = (text: string): CurvePoint | undefined =>
        torsion.slice(1).find((part) => holdsWithout(make(text, { keyPart, commitmentPart: part }), keyPart, part))
      const text = firstText((one) => cancelling(one) !== undefined)
      const made = make(text, { keyPart, commitmentPart: cancelling(text)! })
      expect(verdictOf(made)).toBe('verified')
      expect([laxByNode(made), laxByNoble(made)]).toEqual([true, true])
      expect(engineOfBrowsers(made.signature, textBytes(text), made.key)).toBe(true)
    }
  })

  test('4: refuses mixed-order points whose small-order parts do not cancel, which cofactored verifiers accept', () => {
    let different = 0
    for (const keyPart of torsion.slice(1))
      for (const commitmentPart of torsion) {
        const text = firstText((one) => !holdsWithout(make(one, { keyPart, commitmentPart }), keyPart, commitmentPart))
        const made = make(text, { keyPart, commitmentPart })
        expect(verdictOf(made)).toBe('other_signer')
        expect([laxByNode(made), laxByNoble(made)]).toEqual([false, true])
        expect(engineOfNode(made.signature, textBytes(text), made.key)).toBe(false)
        expect(engineOfBrowsers(made.signature, textBytes(text), made.key)).toBe(false)
        different += 1
      }
    expect(different).toBe(56)
  })

  test('5: accepts a mixed-order key only if the challenge cancels its small-order part', () => {
    for (const keyPart of torsion.slice(1))
      for (const wanted of [true, false]) {
        const text = firstText((one) => holdsWithout(make(one, { keyPart }), keyPart, nothing) === wanted)
        expect(verdictOf(make(text, { keyPart }))).toBe(wanted ? 'verified' : 'other_signer')
      }
  })

  test('6, 7: refuses an s of the group order or more, including any multiple of the order added to s', () => {
    const sound = make('text', {})
    expect(verdictOf(sound)).toBe('verified')
    for (let more = 1n; more < 15n; more += 1n) {
      const made = make('text', { sAdded: more * order })
      expect(numberOf(made.signature.subarray(32)) < 2n ** 256n).toBe(true)
      expect(verdictOf(made)).toBe('s_out_of_range')
    }
    for (const s of [order, order + 1n, 2n ** 253n, 2n ** 256n - 1n])
      expect(verdictOf({ ...sound, signature: Uint8Array.of(...sound.signature.subarray(0, 32), ...bytesOf(s)) })).toBe(
        's_out_of_range',
      )
    // This is the largest valid s, but it does not match the rest of the signature.
    expect(
      verdictOf({ ...sound, signature: Uint8Array.of(...sound.signature.subarray(0, 32), ...bytesOf(order - 1n)) }),
    ).toBe('other_signer')
  })

  /**
   * Lists all non-canonical encodings of points: a y that is not below the prime, or a sign bit
   * although x is zero.
   */
  const spellings = (): Uint8Array[] => {
    const found: Uint8Array[] = []
    for (const sign of [0n, 1n]) {
      for (let y = 0n; y < 19n; y += 1n) found.push(bytesOf(prime + y + (sign << 255n)))
      found.push(bytesOf(y0(1n, sign)), bytesOf(y0(prime - 1n, sign)))
    }
    return found
  }
  const y0 = (y: bigint, sign: bigint): bigint => y + (sign << 255n)

  test('8, 9: refuses a non-canonical encoding of the commitment', () => {
    for (const commitment of spellings()) {
      const made = make('text', { nonce: 0n, commitment })
      expect(verdictOf(made)).toMatch(/^r_(?:small_order|not_canonical)$/)
    }
  })

  test('10, 11: refuses a non-canonical encoding of the key', () => {
    for (const key of spellings()) {
      const made = make('text', { secret: 0n, key })
      expect(verdictOf(made)).toMatch(/^key_(?:small_order|not_canonical)$/)
    }
  })

  test('refuses a signature for its key with any bit flipped', () => {
    const sound = make('text', {})
    for (let bit = 0; bit < 256; bit += 1) {
      const key = sound.key.slice()
      key[bit >> 3]! ^= 1 << (bit & 7)
      expect(verdictOf({ ...sound, key })).not.toBe('verified')
    }
  })
})

test('S15: Solana verification agrees with strict @noble/curves on altered signatures', () => {
  let good = 0
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.string({ maxLength: 60 }),
      fc.constantFrom('sound', 'key', 'signature', 'text'),
      fc.nat(511),
      (seed, text, changed, bit) => {
        if (!text.isWellFormed()) return
        const [key, signature] = [ed25519.getPublicKey(seed).slice(), ed25519.sign(textBytes(text), seed).slice()]
        if (changed === 'key') key[(bit >> 3) % 32]! ^= 1 << (bit & 7)
        if (changed === 'signature') signature[bit >> 3]! ^= 1 << (bit & 7)
        const shown = changed === 'text' ? `${text}.` : text
        const theirs = ed25519.verify(signature, textBytes(shown), key, { zip215: false })
        expect(verdictOf({ text: shown, key, signature }) === 'verified').toBe(theirs)
        good += theirs ? 1 : 0
        if (findStrictEd25519Error(key, signature) !== null) return
        expect(engineOfNode(signature, textBytes(shown), key)).toBe(theirs)
        expect(engineOfBrowsers(signature, textBytes(shown), key)).toBe(theirs)
      },
    ),
    { numRuns: 200 },
  )
  expect(good).toBeGreaterThan(20)
})

test('S15: Solana verification reports exactly the addresses that are not points on the curve', () => {
  let onCurve = 0
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (key) => {
      let isPoint = true
      try {
        Point.fromBytes(key)
      } catch {
        isPoint = false
      }
      onCurve += isPoint ? 1 : 0
      const { signature } = make('text', {})
      if (findStrictEd25519Error(key, signature) !== null) return
      expect(verdictOf({ text: 'text', key, signature })).toBe(isPoint ? 'other_signer' : 'off_curve')
    }),
    { numRuns: 300 },
  )
  expect(onCurve).toBeGreaterThan(50)
  expect(decodeBase58('1'.repeat(32), 32)).toEqual(new Uint8Array(32))
})
