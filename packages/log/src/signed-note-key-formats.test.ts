// Tests the key formats with the published key of Go's sumdb/note and with malformed keys.
import { expect, test } from 'vitest'
import { createEd25519SigningKey } from './ed25519.ts'
import {
  formatSignedNoteSignerKey,
  formatSignedNoteVerifierKey,
  isSignedNoteKeyName,
  computeSignedNoteKeyId,
  parseSignedNoteSignerKey,
  parseSignedNoteVerifierKey,
} from './signed-note-key-formats.ts'
import { encodeHex } from './testing/merkle-test-trees.ts'

// The key is from the documentation of golang.org/x/mod/sumdb/note.
const verifierKey = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
const signerKey = 'PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz'

test('parses and formats the note keys published by Go', () => {
  const key = parseSignedNoteVerifierKey(verifierKey)
  expect({ ...key, publicKey: encodeHex(key.publicKey) }).toEqual({
    name: 'PeterNeumann',
    type: 'ed25519',
    publicKey: '1a5cd907143c384c41e830c5bce12aa8817ec5649aaabf2c31388b35b2d744d6',
  })
  expect(computeSignedNoteKeyId(key)).toBe(0xc74f20a3)
  expect(formatSignedNoteVerifierKey(key)).toBe(verifierKey)
  const secret = parseSignedNoteSignerKey(signerKey)
  expect(createEd25519SigningKey(secret.seed).publicKey).toEqual(key.publicKey)
  expect(formatSignedNoteSignerKey(secret)).toBe(signerKey)
})

test('a witness key has a different ID than a log key with the same bytes', () => {
  const key = parseSignedNoteVerifierKey(verifierKey)
  const text = formatSignedNoteVerifierKey({ ...key, type: 'cosignature' })
  expect(parseSignedNoteVerifierKey(text)).toEqual({ ...key, type: 'cosignature' })
  expect(computeSignedNoteKeyId({ ...key, type: 'cosignature' })).not.toBe(computeSignedNoteKeyId(key))
  const secret = { name: 'w.example', type: 'cosignature', seed: new Uint8Array(32) } as const
  expect(parseSignedNoteSignerKey(formatSignedNoteSignerKey(secret))).toEqual(secret)
})

// Ways to break a key text, each with the expected error code, which is the same for both kinds of
// keys.
const changes: readonly [what: string, code: string, change: (text: string) => string][] = [
  ['no content', 'key.malformed', () => ''],
  ['only a name', 'key.malformed', () => 'PeterNeumann'],
  ['no key bytes', 'key.malformed', (text) => text.replace(/[^+]*$/, '')],
  ['a trailing space', 'key.malformed', (text) => `${text} `],
  ['a trailing newline', 'key.malformed', (text) => `${text}\n`],
  ['an uppercase ID', 'key.malformed', (text) => text.replace('c74f20a3', 'C74F20A3')],
  ['a seven-digit ID', 'key.malformed', (text) => text.replace('c74f20a3', 'c74f20a')],
  ['an ID that is not hexadecimal', 'key.malformed', (text) => text.replace('c74f20a3', 'c74f20ax')],
  ['base64 without padding', 'key.malformed', (text) => `${text}A`],
  ['base64url', 'key.malformed', (text) => `${text.slice(0, -4)}_-_-`],
  ['too few bytes', 'key.malformed', (text) => text.replace(/....$/, 'AA==')],
  ['three extra bytes', 'key.malformed', (text) => `${text}AAAA`],
  ['another type', 'key.type', (text) => text.replace(/\+A([RY])/, '+B$1')],
  ['another ID', 'key.id', (text) => text.replace('c74f20a3', 'c74f20a4')],
  ['another name', 'key.id', (text) => text.replace('PeterNeumann', 'PeterNewmann')],
  ['no name', 'key.name', (text) => text.replace('PeterNeumann', '')],
  ['a space in its name', 'key.name', (text) => text.replace('PeterNeumann', 'Peter Neumann')],
]

test.each(changes)('refuses a note key with %s (%s)', (_, code, change) => {
  const refused = expect.objectContaining({ name: 'TransparencyLogError', code })
  expect(change(verifierKey)).not.toBe(verifierKey)
  expect(() => parseSignedNoteVerifierKey(change(verifierKey))).toThrow(refused)
  expect(() => parseSignedNoteSignerKey(change(signerKey))).toThrow(refused)
})

test('refuses a verifier key as a signer key, and the reverse', () => {
  expect(() => parseSignedNoteSignerKey(verifierKey)).toThrow(expect.objectContaining({ code: 'key.malformed' }))
  expect(() => parseSignedNoteVerifierKey(signerKey)).toThrow(expect.objectContaining({ code: 'key.malformed' }))
})

test('refuses to parse or format a weak note key', () => {
  const weak = `weak+00000000+${btoa(`\u0001\u0001${'\u0000'.repeat(31)}`)}`
  expect(() => parseSignedNoteVerifierKey(weak)).toThrow(expect.objectContaining({ code: 'key.weak' }))
  const publicKey = Uint8Array.of(1, ...new Uint8Array(31))
  expect(() => formatSignedNoteVerifierKey({ name: 'weak', type: 'ed25519', publicKey })).toThrow(
    expect.objectContaining({ code: 'key.weak' }),
  )
})

test('errors from parsing a note key do not contain the secret', () => {
  expect.assertions(4)
  for (const text of [signerKey.replace('c74f', 'c74e'), `${signerKey}A`])
    try {
      parseSignedNoteSignerKey(text)
    } catch (error) {
      expect(String(error)).not.toContain('AYEKFALV')
      expect(JSON.stringify(error)).not.toContain('AYEKFALV')
    }
})

test.each(['log.example/countersign', 'a', 'Ω', '—', 'PeterNeumann'])('accepts the key name %s', (name) => {
  expect(isSignedNoteKeyName(name)).toBe(true)
})

test.each(['', ' ', 'a b', 'a+b', 'a\n', 'a\u00a0b', 'a\u0085', 'a\u2028', 'a\u3000', 'a\u0007', '\ud800'])(
  'refuses the key name %j',
  (name) => {
    expect(isSignedNoteKeyName(name)).toBe(false)
  },
)
