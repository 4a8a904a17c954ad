// Tests Ed25519 with the vectors of RFC 8032 §7.1 and with inputs that a lenient verifier would
// accept.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as here from '#ed25519'
import * as inBrowsers from './ed25519.ts'
import { encodeHex, decodeHex } from './testing/merkle-test-trees.ts'

const vectors = [
  {
    seed: '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
    key: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    message: '',
    signature:
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  },
  {
    seed: '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
    key: '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    message: '72',
    signature:
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  },
]

/** The points of small order, including their non-canonical encodings. */
const weakKeys = [
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000080',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff',
]

describe.each([
  ['in browsers', inBrowsers],
  ['on this platform', here],
])('Ed25519 %s', (_where, { isEd25519PublicKey, createEd25519SigningKey, verifyEd25519 }) => {
  test.each(vectors)(
    'signs and verifies the message $message as RFC 8032 specifies',
    ({ seed, key, message, signature }) => {
      const { publicKey, sign } = createEd25519SigningKey(decodeHex(seed))
      expect(encodeHex(publicKey)).toBe(key)
      expect(encodeHex(sign(decodeHex(message)))).toBe(signature)
      expect(verifyEd25519(decodeHex(signature), decodeHex(message), publicKey)).toBe(true)
      expect(verifyEd25519(decodeHex(signature), decodeHex(`${message}00`), publicKey)).toBe(false)
    },
  )

  test.each(weakKeys)('refuses the weak key %s', (key) => {
    expect(isEd25519PublicKey(decodeHex(key))).toBe(false)
    // The signature with R = identity and s = 0 verifies any message under the identity as public
    // key.
    const trivial = Uint8Array.of(1, ...new Uint8Array(63))
    expect(verifyEd25519(trivial, decodeHex('00'), decodeHex(key))).toBe(false)
  })

  test('refuses an Ed25519 signature with s out of range, and keys or signatures of the wrong length', () => {
    const { key, message, signature } = vectors[1]!
    const bytes = decodeHex(signature)
    // Adding the group order to s gives another solution of the same equation.
    const order = (1n << 252n) + 27742317777372353535851937790883648493n
    let s = bytes.slice(32).reduceRight((number, byte) => (number << 8n) | BigInt(byte), 0n) + order
    const other = bytes.slice()
    for (let at = 32; at < 64; at += 1, s >>= 8n) other[at] = Number(s & 0xffn)
    expect(verifyEd25519(other, decodeHex(message), decodeHex(key))).toBe(false)
    for (const length of [0, 63, 65])
      expect(
        verifyEd25519(
          Uint8Array.from({ length }, (_, at) => bytes[at] ?? 0),
          decodeHex(message),
          decodeHex(key),
        ),
      ).toBe(false)
    expect(verifyEd25519(bytes, decodeHex(message), decodeHex(key).slice(1))).toBe(false)
  })

  test('refuses an Ed25519 seed that is not 32 bytes long', () => {
    expect(() => createEd25519SigningKey(new Uint8Array(31))).toThrow(RangeError)
  })
})

test('both Ed25519 implementations agree on arbitrary keys and altered signatures', () => {
  const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
  fc.assert(
    fc.property(bytes(32), (key) => {
      expect(here.isEd25519PublicKey(key)).toBe(inBrowsers.isEd25519PublicKey(key))
    }),
  )
  fc.assert(
    fc.property(bytes(32), bytes(5), fc.nat(63), fc.nat(255), (seed, message, place, change) => {
      const [one, other] = [inBrowsers.createEd25519SigningKey(seed), here.createEd25519SigningKey(seed)]
      expect(encodeHex(other.publicKey)).toBe(encodeHex(one.publicKey))
      const signature = other.sign(message)
      expect(encodeHex(signature)).toBe(encodeHex(one.sign(message)))
      signature[place]! ^= change
      const said = inBrowsers.verifyEd25519(signature, message, one.publicKey)
      expect(here.verifyEd25519(signature, message, one.publicKey)).toBe(said)
      expect(said).toBe(change === 0)
    }),
    { numRuns: 50 },
  )
})
