// The nonce that carries a challenge: what it says, what it is bound to, and that nothing in it can be changed.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { systemRandomBytes } from '../../platform/clock.ts'
import { challengePurposes, createChallengeNonceCodec } from './challenge-nonce.ts'

const key = Buffer.alloc(32, 1)
const nonces = createChallengeNonceCodec(key)
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const issuedAt = Date.parse('2026-01-15T12:00:00.123Z')
const terms = { purpose: 'link', walletKind: 'contract', isCrossDevice: false, issuedAt, lifeSeconds: 3600 } as const
const binding = { browserHash: 'browser', personId: 'person', interaction: null, statement: 'Link this wallet.' }

test('has a form that every reader of a message takes, and a passkey gives back byte for byte', () => {
  const { id, nonce } = nonces.encode(systemRandomBytes, terms, binding)
  expect(nonce).toMatch(/^[0-9a-z]{72}$/)
  expect(nonce.slice(0, 26)).toBe(id)
  expect(Buffer.from(nonce, 'base64url').toString('base64url')).toBe(nonce)
})

test('M3 begins with 130 random bits', () => {
  const bytes = Uint8Array.from({ length: 26 }, (_, index) => index)
  expect(nonces.encode(() => bytes, terms, binding).id).toBe(alphabet.slice(0, 26))
})

test('says again all that it was made with', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...challengePurposes),
      fc.constantFrom('key' as const, 'contract' as const),
      fc.boolean(),
      fc.nat({ max: 2 ** 44 }),
      fc.nat({ max: 24 * 60 * 60 }),
      (purpose, walletKind, isCrossDevice, at, lifeSeconds) => {
        const asked = { purpose, walletKind, isCrossDevice, issuedAt: at, lifeSeconds }
        const { id, nonce } = nonces.encode(systemRandomBytes, asked, binding)
        expect(nonces.decode(nonce)).toMatchObject({
          id,
          purpose,
          walletKind,
          isCrossDevice,
          issuedAt: at,
          expiresAt: at + lifeSeconds * 1000,
        })
      },
    ),
  )
})

describe('M18 a nonce', () => {
  const { nonce } = nonces.encode(systemRandomBytes, terms, binding)

  test('with any one character altered is not ours', () => {
    const altered = Array.from(nonce, (own, at) =>
      [...`${alphabet}A-_ ilou`]
        .filter((letter) => letter !== own)
        .map((letter) => nonce.slice(0, at) + letter + nonce.slice(at + 1)),
    ).flat()
    expect(altered.length).toBeGreaterThan(72 * 38)
    expect(altered.filter((text) => nonces.decode(text) !== null)).toEqual([])
  })

  test('that is shorter, longer, random, or of parts of two is not ours', () => {
    const other = nonces.encode(systemRandomBytes, terms, binding).nonce
    const random = Array.from(systemRandomBytes(72), (byte) => alphabet[byte & 31]).join('')
    for (const text of ['', nonce.slice(1), nonce.slice(0, -1), `${nonce}0`, `${nonce}\n`, nonce.toUpperCase(), random])
      expect(nonces.decode(text)).toBeNull()
    const spliced = Array.from(nonce, (_, at) => nonce.slice(0, at) + other.slice(at)).filter(
      (text) => text !== nonce && text !== other,
    )
    expect(spliced.filter((text) => nonces.decode(text) !== null)).toEqual([])
  })

  test('of another server key is not ours', () => {
    expect(createChallengeNonceCodec(Buffer.alloc(32, 2)).decode(nonce)).toBeNull()
    expect(createChallengeNonceCodec(Buffer.alloc(32, 1)).decode(nonce)).not.toBeNull()
  })

  test('is of its browser, for who asked, and says its statement; of no other', () => {
    const challenge = nonces.decode(nonce)
    expect([
      challenge?.isBoundToBrowser('browser'),
      challenge?.isBoundToBrowser('another'),
      challenge?.isBoundToBrowser(null),
    ]).toEqual([true, false, false])
    const askers = [
      { personId: 'person', interaction: null },
      { personId: 'somebody', interaction: null },
      { personId: null, interaction: null },
      { personId: null, interaction: 'person' },
      { personId: 'person', interaction: 'an application' },
    ]
    expect(askers.map((asker) => challenge?.isBoundToRequester(asker))).toEqual([true, false, false, false, false])
    expect(
      ['Link this wallet.', 'Link this wallet!', '', null].map((statement) => challenge?.hasStatement(statement)),
    ).toEqual([true, false, false, false])
  })

  test('cannot lend a tag of one part to another', () => {
    const same = nonces.encode(systemRandomBytes, terms, {
      browserHash: 'same',
      personId: null,
      interaction: null,
      statement: 'same',
    }).nonce
    const tags = [same.slice(40, 48), same.slice(48, 56), same.slice(56, 64), same.slice(64)]
    expect(new Set(tags).size).toBe(4)
  })
})

test('that has no room for what it is to say is not made', () => {
  for (const wrong of [
    { issuedAt: 2 ** 45 },
    { issuedAt: -1 },
    { issuedAt: 0.5 },
    { lifeSeconds: 2 ** 20 },
    { lifeSeconds: Number.NaN },
  ]) {
    expect(() => nonces.encode(systemRandomBytes, { ...terms, ...wrong }, binding)).toThrow(RangeError)
  }
})
