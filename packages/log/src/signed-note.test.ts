// Tests signed notes with the published example of Go's sumdb/note and with malformed notes.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createEd25519SigningKey } from './ed25519.ts'
import { parseSignedNoteSignerKey, parseSignedNoteVerifierKey } from './signed-note-key-formats.ts'
import {
  parseCosignatureTime,
  createCheckpointCosigner,
  createSignedNoteSigner,
  createSignedNoteVerifier,
} from './signed-note-signers.ts'
import {
  addSignedNoteSignatures,
  formatSignedNote,
  formatSignedNoteSignatures,
  verifySignedNote,
  parseSignedNote,
  signNote,
  createSignedNoteSignatures,
} from './signed-note.ts'
import type { SignedNoteVerifier } from './signed-note.ts'

// The key is from the documentation of golang.org/x/mod/sumdb/note.
const peter = {
  verifier: createSignedNoteVerifier(
    parseSignedNoteVerifierKey('PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'),
  ),
  secret: parseSignedNoteSignerKey('PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz'),
}
const peterSigns = createSignedNoteSigner(peter.secret.name, createEd25519SigningKey(peter.secret.seed))
const text = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
const peterLine =
  '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n'
const enochLine =
  '— EnochRoot rwz+eBzmZa0SO3NbfRGzPCpDckykFXSdeX+MNtCOXm2/5n2tiOHp+vAF1aGrQ5ovTG01oOTGwnWLox33WWd1RvMc+QQ=\n'
const note = `${text}\n${peterLine}`

const keyOf = (byte: number) => createEd25519SigningKey(new Uint8Array(32).fill(byte))
const verifierOf = (name: string, byte: number): SignedNoteVerifier =>
  createSignedNoteVerifier({ name, type: 'ed25519', publicKey: keyOf(byte).publicKey })
const refused = (code: string) => expect.objectContaining({ name: 'TransparencyLogError', code })

test('parses and formats the note published by Go byte for byte', () => {
  const { text: read, verified, unverified } = verifySignedNote(note + enochLine, [peter.verifier])
  expect(read).toBe(text)
  expect(verified.map(({ name }) => name)).toEqual(['PeterNeumann'])
  expect(unverified.map(({ name }) => name)).toEqual(['EnochRoot'])
  expect(signNote(text, [peterSigns])).toBe(note)
  expect(formatSignedNote(parseSignedNote(note + enochLine))).toBe(note + enochLine)
  expect(verifySignedNote(new TextEncoder().encode(note), [peter.verifier]).text).toBe(text)
})

test('refuses a note signed only by unknown keys, even if the name or the key ID is the same', () => {
  const namesake = verifierOf('PeterNeumann', 1)
  const sameId = { ...verifierOf('EnochRoot', 1), keyId: peter.verifier.keyId }
  for (const verifiers of [[], [verifierOf('other', 1)], [namesake], [sameId]])
    expect(() => verifySignedNote(note, verifiers)).toThrow(refused('note.unsigned'))
  // Trusting the wrong keys as well as the right one does no harm.
  expect(verifySignedNote(note, [namesake, sameId, peter.verifier]).verified).toHaveLength(1)
})

test('refuses a note with an invalid signature by a known key, whatever its other signatures are', () => {
  const wrong = peterLine.replace('AM=', 'AI=').replace('ZJku', 'ZJkv')
  const wrongNote = `${text}\n${enochLine}${wrong}`.replace('AI=', 'AM=')
  expect(() => verifySignedNote(wrongNote, [peter.verifier])).toThrow(refused('note.signature_wrong'))
  expect(() => verifySignedNote(note.replace('answer', 'Answer'), [peter.verifier])).toThrow(
    refused('note.signature_wrong'),
  )
})

test('verifies only the first of several signatures by the same key on a note', () => {
  let asked = 0
  const counting: SignedNoteVerifier = {
    ...peter.verifier,
    verify: (text, signature) => {
      asked += 1
      return peter.verifier.verify(text, signature)
    },
  }
  const { verified } = verifySignedNote(note + peterLine.repeat(20), [counting])
  expect(verified).toHaveLength(1)
  expect(asked).toBe(1)
})

test('ends the note text at the last empty line and allows empty lines inside it', () => {
  const poem = 'Ognuno\n\ntrafitto:\n\ned è sera.\n'
  const signed = signNote(poem, [peterSigns])
  expect(parseSignedNote(signed).text).toBe(poem)
  expect(verifySignedNote(signed, [peter.verifier]).text).toBe(poem)
  expect(verifySignedNote(signNote('\n', [peterSigns]), [peter.verifier]).text).toBe('\n')
})

test('adds signatures to a note and replaces those of the same key', () => {
  const text = 'log.example\n1\n'
  const first = signNote(text, [createSignedNoteSigner('a', keyOf(1)), createCheckpointCosigner('w', keyOf(2), 10)])
  const added = addSignedNoteSignatures(
    first,
    createSignedNoteSignatures(text, [
      createCheckpointCosigner('w', keyOf(2), 20),
      createSignedNoteSigner('b', keyOf(3)),
    ]),
  )
  const witness = createSignedNoteVerifier({ name: 'w', type: 'cosignature', publicKey: keyOf(2).publicKey })
  const { verified } = verifySignedNote(added, [witness, verifierOf('a', 1), verifierOf('b', 3)])
  expect(verified.map(({ name }) => name)).toEqual(['a', 'w', 'b'])
  expect(parseCosignatureTime(verified[1]!.signature)).toBe(20)
})

test('a cosignature covers its time and is not valid as an ordinary note signature', () => {
  const cosigner = createCheckpointCosigner('w', keyOf(2), 1_679_315_147)
  const signed = signNote(text, [cosigner])
  const witness = createSignedNoteVerifier({ name: 'w', type: 'cosignature', publicKey: keyOf(2).publicKey })
  const [signature] = verifySignedNote(signed, [witness]).verified
  expect(parseCosignatureTime(signature!.signature)).toBe(1_679_315_147)
  const later = signature!.signature.slice()
  later[7]! += 1
  const changed = formatSignedNote({ text, signatures: [{ ...signature!, signature: later }] })
  expect(() => verifySignedNote(changed, [witness])).toThrow(refused('note.signature_wrong'))
  // As a log key, the same key has another ID and signs another message.
  expect(() => verifySignedNote(signed, [verifierOf('w', 2)])).toThrow(refused('note.unsigned'))
  const bare = { ...verifierOf('w', 2), keyId: cosigner.keyId }
  expect(() => verifySignedNote(signed, [bare])).toThrow(refused('note.signature_wrong'))
  expect(witness.verify(new Uint8Array(), new Uint8Array(64))).toBe(false)
  // The bytes contain a time above 2⁵³ − 1.
  expect(parseCosignatureTime(new Uint8Array(72).fill(0xff))).toBeUndefined()
  for (const time of [-1, 0.5, Number.NaN, 2 ** 53])
    expect(() => createCheckpointCosigner('w', keyOf(2), time)).toThrow(RangeError)
})

test('accepts at most 100 signatures on a note', () => {
  const [signature] = parseSignedNote(note).signatures
  const notes = (count: number) =>
    `${text}\n${formatSignedNoteSignatures(Array.from({ length: count }, () => signature!))}`
  expect(parseSignedNote(notes(16)).signatures).toHaveLength(16)
  expect(parseSignedNote(notes(100)).signatures).toHaveLength(100)
  expect(() => parseSignedNote(notes(101))).toThrow(refused('note.too_many_signatures'))
})

test('limits a note to 1,000,000 bytes of UTF-8', () => {
  const rest = `\n\n${peterLine}`
  const restBytes = new TextEncoder().encode(rest).length
  expect(parseSignedNote('a'.repeat(1_000_000 - restBytes) + rest).signatures).toHaveLength(1)
  expect(() => parseSignedNote('a'.repeat(1_000_001 - restBytes) + rest)).toThrow(refused('note.too_long'))
  expect(() => parseSignedNote('ä'.repeat(500_000) + rest)).toThrow(refused('note.too_long'))
  expect(() => parseSignedNote(new Uint8Array(1_000_001))).toThrow(refused('note.too_long'))
})

const line = peterLine.slice(0, -1)
const base64 = line.split(' ')[2]!
test.each<[what: string, code: string, source: string]>([
  ['no content', 'note.malformed', ''],
  ['only a text', 'note.malformed', text],
  ['only a text and a blank line', 'note.malformed', `${text}\n`],
  ['no blank line', 'note.malformed', text + peterLine],
  ['no text', 'note.malformed', `\n${peterLine}`],
  ['no final newline', 'note.malformed', `${text}\n${line}`],
  ['a trailing empty line', 'note.malformed', `${note}\n`],
  ['a trailing line of text', 'note.malformed', `${note}P.S.\n`],
  ['a line that is not a signature', 'note.malformed', `${text}\nhello\n${peterLine}`],
  ['a hyphen instead of the em dash', 'note.malformed', note.replace('—', '-')],
  ['an en dash instead of the em dash', 'note.malformed', note.replace('—', '–')],
  ['two spaces after the dash', 'note.malformed', note.replace('— ', '—  ')],
  ['two spaces after the name', 'note.malformed', note.replace('PeterNeumann ', 'PeterNeumann  ')],
  ['a space at the end of a line', 'note.malformed', `${text}\n${line} \n`],
  ['a fourth word on a signature line', 'note.malformed', `${text}\n${line} more\n`],
  ['no name', 'note.malformed', `${text}\n— ${base64}\n`],
  ['an empty name', 'note.malformed', `${text}\n—  ${base64}\n`],
  ['a plus in the name', 'note.malformed', note.replace('PeterN', 'Peter+N')],
  ['a Unicode space in the name', 'note.malformed', note.replace('PeterN', 'Peter\u2003N')],
  ['base64 without padding', 'note.malformed', note.replace('AM=', 'AM')],
  ['non-canonical base64', 'note.malformed', note.replace('AM=', 'AN=')],
  ['base64url', 'note.malformed', note.replaceAll('/', '_')],
  ['no signature', 'note.malformed', `${text}\n— PeterNeumann \n`],
  ['only a key ID', 'note.malformed', `${text}\n— PeterNeumann x08gow==\n`],
  ['a carriage return', 'note.not_text', note.replaceAll('\n', '\r\n')],
  ['a tab', 'note.not_text', note.replace('If', '\t')],
  ['a null character', 'note.not_text', note.replace('If', '\u0000')],
  ['an unpaired surrogate', 'note.not_text', note.replace('If', '\ud83d')],
])('refuses a note with %s (%s)', (_, code, source) => {
  expect(source).not.toBe(note)
  expect(() => parseSignedNote(source)).toThrow(refused(code))
  if (source.isWellFormed()) expect(() => parseSignedNote(new TextEncoder().encode(source))).toThrow(refused(code))
})

test('refuses a note that is not UTF-8, and keeps a byte order mark as part of the text', () => {
  const bytes = new TextEncoder().encode(note)
  expect(() => parseSignedNote(Uint8Array.of(0xff, ...bytes))).toThrow(refused('note.not_text'))
  expect(() => parseSignedNote(Uint8Array.of(0xc0, 0x80, ...bytes))).toThrow(refused('note.not_text'))
  expect(parseSignedNote(Uint8Array.of(0xef, 0xbb, 0xbf, ...bytes)).text).toBe(`\ufeff${text}`)
})

test('refuses to format a note that could not be parsed', () => {
  expect(() => signNote('no newline', [peterSigns])).toThrow(refused('note.malformed'))
  expect(() => signNote('a tab\t\n', [peterSigns])).toThrow(refused('note.not_text'))
  expect(() => signNote(text, [])).toThrow(refused('note.malformed'))
  expect(() => createSignedNoteSigner('a b', keyOf(1))).toThrow(refused('key.name'))
  expect(() =>
    formatSignedNote({ text, signatures: [{ name: 'a\n— b', keyId: 0, signature: new Uint8Array(64) }] }),
  ).toThrow(refused('note.malformed'))
})

test('note texts survive a round trip; any other input is refused or survives one unchanged', () => {
  const lines = fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(lines, (lines) => {
      const text = lines.map((line) => `${line}\n`).join('')
      // oxlint-disable-next-line no-control-regex -- they are no text of a note
      fc.pre(!/[\u0000-\u0009\u000b-\u001f]/.test(text))
      expect(parseSignedNote(signNote(text, [peterSigns])).text).toBe(text)
    }),
    { numRuns: 30 },
  )
  const pieces = fc.array(fc.constantFrom('\n', '— ', 'a', ' ', base64, peterLine, '+', '\n\n', '\t'), { maxLength: 8 })
  fc.assert(
    fc.property(pieces, (pieces) => {
      const source = pieces.join('')
      let read
      try {
        read = parseSignedNote(source)
      } catch (error) {
        expect(error).toMatchObject({ name: 'TransparencyLogError' })
        return
      }
      expect(formatSignedNote(read)).toBe(source)
    }),
    { numRuns: 2000 },
  )
})
