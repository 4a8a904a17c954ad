// Tests Solana signatures: those of Solana's own library are accepted; forgeries and second
// encodings are refused (THREATS S15).
import { decodeBase58, encodeBase58 } from '@countersign/message'
import { validSolanaMessageExample } from '@countersign/message/message-error-examples'
import { ed25519, ED25519_TORSION_SUBGROUP } from '@noble/curves/ed25519.js'
import {
  createKeyPairFromPrivateKeyBytes,
  getAddressFromPublicKey,
  getProgramDerivedAddress,
  address as kitAddress,
  signBytes,
} from '@solana/kit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifyEd25519 as verifyByNode } from './ed25519.node.ts'
import { verifyEd25519 as verifyByNoble } from './ed25519.ts'
import { findStrictEd25519Error } from './strict-ed25519-validation.ts'
import { verifySolanaSignature, solanaVerificationErrors } from './verify-solana-signature.ts'

const seed = new Uint8Array(32).fill(7)
const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
const order = ed25519.Point.Fn.ORDER

async function makeSigner() {
  const pair = await createKeyPairFromPrivateKeyBytes(seed)
  const address: string = await getAddressFromPublicKey(pair.publicKey)
  return { address, sign: async (bytes: Uint8Array) => encodeBase58(await signBytes(pair.privateKey, bytes)) }
}

const reasonOf = (text: string, signature: string, address: string): string => {
  const proof = verifySolanaSignature(text, signature, address)
  return proof.outcome === 'verified' ? proof.outcome : proof.reason
}

function numberOf(bytes: Uint8Array): bigint {
  return bytes.reduceRight((number, byte) => (number << 8n) | BigInt(byte), 0n)
}
function bytesOf(number: bigint): Uint8Array {
  return Uint8Array.from({ length: 32 }, (_, index) => Number((number >> BigInt(8 * index)) & 255n))
}

test('accepts signatures by @solana/kit, but only for the signed text and address', async () => {
  const { address, sign } = await makeSigner()
  const text = validSolanaMessageExample.replace('4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T', address)
  const signature = await sign(encode(text))
  expect(verifySolanaSignature(text, signature, address)).toEqual({ outcome: 'verified', method: 'ed25519' })
  expect(reasonOf(text.replace('Sign in', 'Sign im'), signature, address)).toBe('other_signer')
  expect(reasonOf(text, signature, encodeBase58(ed25519.getPublicKey(new Uint8Array(32))))).toBe('other_signer')
})

describe('S15: invalid Solana signatures', () => {
  test('refuses a signature of an off-chain message that is submitted without the message', async () => {
    const { address, sign } = await makeSigner()
    const body = encode(validSolanaMessageExample)
    const header = Uint8Array.of(0xff, ...encode('solana offchain'), 0, 0, body.length & 255, body.length >> 8)
    expect(reasonOf(validSolanaMessageExample, await sign(Uint8Array.of(...header, ...body)), address)).toBe(
      'other_signer',
    )
  })

  test('reports an address that is derived from a program, and so has no key, as off-curve', async () => {
    const { sign } = await makeSigner()
    const [derived] = await getProgramDerivedAddress({
      programAddress: kitAddress('11111111111111111111111111111111'),
      seeds: ['vault'],
    })
    expect(reasonOf(validSolanaMessageExample, await sign(encode(validSolanaMessageExample)), derived)).toBe(
      'off_curve',
    )
  })

  test('refuses small-order points, with which a signature may be valid for every text', () => {
    const identity = Uint8Array.of(1, ...new Uint8Array(31))
    const anyones = encodeBase58(Uint8Array.of(...identity, ...new Uint8Array(32)))
    const points = ED25519_TORSION_SUBGROUP.map((hex) => Uint8Array.from(Buffer.from(hex, 'hex')))
    expect(points).toHaveLength(8)
    for (const point of points) {
      expect(reasonOf('any text', anyones, encodeBase58(point))).toMatch(/^key_(?:small_order|not_canonical)$/)
      // The point is not accepted as the first half of a signature either.
      const { publicKey } = ed25519.keygen(seed)
      const signature = encodeBase58(Uint8Array.of(...point, ...new Uint8Array(32)))
      expect(reasonOf('any text', signature, encodeBase58(publicKey))).toMatch(/^r_(?:small_order|not_canonical)$/)
    }
    // Lenient verifiers, such as Node's own, accept the identity as a key.
    expect(ed25519.verify(decodeBase58(anyones, 64)!, encode('any text'), identity, { zip215: true })).toBe(true)
  })

  test('refuses non-canonical points: a y not below the prime, or a sign although x is zero', () => {
    const prime = 2n ** 255n - 19n
    const sound = encodeBase58(ed25519.sign(encode('text'), seed))
    for (let above = 0n; above < 19n; above += 1n) {
      const spelled = bytesOf(prime + above)
      expect(reasonOf('text', sound, encodeBase58(spelled))).toBe('key_not_canonical')
      expect(
        reasonOf(
          'text',
          encodeBase58(Uint8Array.of(...spelled, ...new Uint8Array(32))),
          encodeBase58(ed25519.getPublicKey(seed)),
        ),
      ).toBe('r_not_canonical')
    }
    const negativeZero = Uint8Array.of(1, ...new Uint8Array(30), 0x80)
    expect(reasonOf('text', sound, encodeBase58(negativeZero))).toMatch(/^key_/)
  })

  test('refuses an s that is not less than the group order, which would give a second valid signature for the same text', () => {
    const address = encodeBase58(ed25519.getPublicKey(seed))
    const signature = ed25519.sign(encode('text'), seed)
    const s = numberOf(signature.subarray(32))
    expect(reasonOf('text', encodeBase58(signature), address)).toBe('verified')
    for (const other of [s + order, s + 2n * order, order]) {
      const forged = Uint8Array.of(...signature.subarray(0, 32), ...bytesOf(other))
      expect(reasonOf('text', encodeBase58(forged), address)).toBe('s_out_of_range')
    }
  })

  test('refuses signatures that are not exactly 64 bytes in base58', async () => {
    const { address, sign } = await makeSigner()
    const signature = await sign(encode('text'))
    const bytes = decodeBase58(signature, 64)!
    const others = [
      '',
      ` ${signature}`,
      `${signature}\n`,
      `1${signature}`,
      `0x${Buffer.from(bytes).toString('hex')}00`,
      encodeBase58(bytes.subarray(0, 63)),
      encodeBase58(Uint8Array.of(...bytes, 0)),
    ]
    for (const other of others) expect(reasonOf('text', other, address)).toBe('not_base58')
    const hex = Buffer.from(bytes).toString('hex')
    for (const other of [Buffer.from(bytes).toString('base64'), hex, `0x${hex}`, hex.toUpperCase()])
      expect(reasonOf('text', other, address)).toBe('other_encoding')
    expect(reasonOf('text', signature, `${address} `)).toBe('address_invalid')
    expect(reasonOf('half \ud800', signature, address)).toBe('text_not_encodable')
  })

  test('refuses a signature with any bit flipped', () => {
    const address = encodeBase58(ed25519.getPublicKey(seed))
    const signature = ed25519.sign(encode('text'), seed)
    for (let bit = 0; bit < 512; bit += 1) {
      const changed = signature.slice()
      changed[bit >> 3]! ^= 1 << (bit & 7)
      expect(reasonOf('text', encodeBase58(changed), address)).not.toBe('verified')
    }
  })
})

test('the Ed25519 verifiers of Node and browsers agree on signatures that pass the strict checks', () => {
  const key = ed25519.getPublicKey(seed)
  const cofactored = ED25519_TORSION_SUBGROUP.map((hex) => ed25519.Point.fromHex(hex))
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), fc.nat(511), fc.boolean(), (message, bit, isSound) => {
      const signature = ed25519.sign(message, seed)
      if (!isSound) signature[bit >> 3]! ^= 1 << (bit & 7)
      if (findStrictEd25519Error(key, signature) !== null) return
      expect(verifyByNoble(signature, message, key)).toBe(verifyByNode(signature, message, key))
    }),
    { numRuns: 200 },
  )
  // If the key has a small-order part, only the equation without the cofactor distinguishes these
  // signatures. Both verifiers use that equation.
  for (const torsion of cofactored.slice(1)) {
    const mixed = ed25519.Point.fromBytes(key).add(torsion).toBytes()
    for (let round = 0; round < 8; round += 1) {
      const message = Uint8Array.of(round)
      const signature = ed25519.sign(message, seed)
      expect(verifyByNoble(signature, message, mixed)).toBe(verifyByNode(signature, message, mixed))
    }
  }
})

test('every reason for refusing a Solana signature has a different sentence', () => {
  const sentences = Object.values(solanaVerificationErrors)
  expect(new Set(sentences).size).toBe(sentences.length)
})
