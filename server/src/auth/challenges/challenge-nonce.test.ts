// Tests of the challenge nonce: its contents, its bindings, and tamper resistance.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { systemRandomBytes } from '../../platform/clock.ts'
import { challengePurposes, createChallengeNonceCodec } from './challenge-nonce.ts'

const key = Buffer.alloc(32, 1)
const nonces = createChallengeNonceCodec(key)
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const issuedAt = Date.parse('2026-01-15T12:00:00.123Z')
const terms = { purpose: 'link', walletKind: 'contract', isCrossDevice: false, issuedAt, lifeSeconds: 3600 } as const
const binding = {
  browserHash: 'browser',
  personId: 'person',
  interaction: null,
  statement: 'Link this wallet.',
  proofBinding: null,
}

test('challenge nonce is 72 alphanumeric characters and survives a base64url round trip', () => {
  const { id, nonce } = nonces.encode(systemRandomBytes, terms, binding)
  expect(nonce).toMatch(/^[0-9a-z]{72}$/)
  expect(nonce.slice(0, 26)).toBe(id)
  expect(Buffer.from(nonce, 'base64url').toString('base64url')).toBe(nonce)
})

test('M3: challenge nonce starts with 130 random bits', () => {
  const bytes = Uint8Array.from({ length: 26 }, (_, index) => index)
  expect(nonces.encode(() => bytes, terms, binding).id).toBe(alphabet.slice(0, 26))
})

test('challenge nonce decodes to the purpose, wallet kind, device flag and times it encodes', () => {
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

describe('M18: challenge nonce', () => {
  const { nonce } = nonces.encode(systemRandomBytes, terms, binding)

  test('rejects a change of any single character', () => {
    const altered = Array.from(nonce, (own, at) =>
      [...`${alphabet}A-_ ilou`]
        .filter((letter) => letter !== own)
        .map((letter) => nonce.slice(0, at) + letter + nonce.slice(at + 1)),
    ).flat()
    expect(altered.length).toBeGreaterThan(72 * 38)
    expect(altered.filter((text) => nonces.decode(text) !== null)).toEqual([])
  })

  test('rejects truncated, extended, uppercase, random and spliced nonces', () => {
    const other = nonces.encode(systemRandomBytes, terms, binding).nonce
    const random = Array.from(systemRandomBytes(72), (byte) => alphabet[byte & 31]).join('')
    for (const text of ['', nonce.slice(1), nonce.slice(0, -1), `${nonce}0`, `${nonce}\n`, nonce.toUpperCase(), random])
      expect(nonces.decode(text)).toBeNull()
    const spliced = Array.from(nonce, (_, at) => nonce.slice(0, at) + other.slice(at)).filter(
      (text) => text !== nonce && text !== other,
    )
    expect(spliced.filter((text) => nonces.decode(text) !== null)).toEqual([])
  })

  test('rejects a nonce made with another server key', () => {
    expect(createChallengeNonceCodec(Buffer.alloc(32, 2)).decode(nonce)).toBeNull()
    expect(createChallengeNonceCodec(Buffer.alloc(32, 1)).decode(nonce)).not.toBeNull()
  })

  test('matches only its own browser, requester and statement', () => {
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
      ['Link this wallet.', 'Link this wallet!', '', null].map((statement) =>
        challenge?.hasStatement({ statement, proofBinding: null }),
      ),
    ).toEqual([true, false, false, false])
  })

  test('S30: fixes the proof binding of the message together with its statement', () => {
    const { nonce } = nonces.encode(systemRandomBytes, terms, { ...binding, proofBinding: 'urn:one' })
    const challenge = nonces.decode(nonce)
    expect(
      [
        { statement: binding.statement, proofBinding: 'urn:one' },
        { statement: binding.statement, proofBinding: 'urn:two' },
        { statement: binding.statement, proofBinding: null },
        { statement: null, proofBinding: 'urn:one' },
      ].map((text) => challenge?.hasStatement(text)),
    ).toEqual([true, false, false, false])
  })

  test('has a different tag for each binding, even if the bound values are equal', () => {
    const same = nonces.encode(systemRandomBytes, terms, {
      browserHash: 'same',
      personId: null,
      interaction: null,
      statement: 'same',
      proofBinding: null,
    }).nonce
    const tags = [same.slice(40, 48), same.slice(48, 56), same.slice(56, 64), same.slice(64)]
    expect(new Set(tags).size).toBe(4)
  })
})

test('encoding a challenge nonce rejects times and lifetimes that are out of range', () => {
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
