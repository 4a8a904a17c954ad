// Tests checkpoints with the examples in C2SP tlog-checkpoint and tlog-cosignature, and with
// malformed ones.
import { expect, test } from 'vitest'
import {
  formatLogCheckpoint,
  verifyLogCheckpoint,
  parseLogCheckpoint,
  signLogCheckpoint,
} from './transparency-log-checkpoint.ts'
import { createEd25519SigningKey } from './ed25519.ts'
import { computeEmptyMerkleRoot } from './merkle-hash.ts'
import { createCheckpointCosigner, createSignedNoteSigner, createSignedNoteVerifier } from './signed-note-signers.ts'
import { parseCosignatureTime } from './signed-note-signers.ts'
import { addSignedNoteSignatures, parseSignedNote, signNote, createSignedNoteSignatures } from './signed-note.ts'
import { encodeHex } from './testing/merkle-test-trees.ts'

// The example is from C2SP tlog-cosignature, which does not publish its keys.
const published = `example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==
`
const text = parseSignedNote(published).text

const refused = (code: string) => expect.objectContaining({ name: 'TransparencyLogError', code })
const origin = 'log.example'
const key = createEd25519SigningKey(new Uint8Array(32).fill(1))
const witnessKey = createEd25519SigningKey(new Uint8Array(32).fill(2))
const log = createSignedNoteVerifier({ name: origin, type: 'ed25519', publicKey: key.publicKey })
const witness = createSignedNoteVerifier({ name: 'w.example', type: 'cosignature', publicKey: witnessKey.publicKey })
const signer = createSignedNoteSigner(origin, key)
const checkpoint = { origin, size: 7, root: new Uint8Array(32).fill(7), extensions: [] }

test('parses and formats the published checkpoint byte for byte', () => {
  const read = parseLogCheckpoint(text)
  expect({ ...read, root: encodeHex(read.root) }).toEqual({
    origin: 'example.com/behind-the-sofa',
    size: 20852163,
    root: '0ac5186a91863e8e1d90c808014aa89bf5da8e3ee1d9f07630f0378f68f1ab62',
    extensions: [],
  })
  expect(formatLogCheckpoint(read)).toBe(text)
  expect(parseCosignatureTime(parseSignedNote(published).signatures[1]!.signature)).toBe(1679315147)
})

test('verifies a checkpoint signed by its log and cosigned by a witness', () => {
  const signed = signLogCheckpoint(checkpoint, [signer])
  const cosigned = addSignedNoteSignatures(
    signed,
    createSignedNoteSignatures(parseSignedNote(signed).text, [createCheckpointCosigner('w.example', witnessKey, 60)]),
  )
  const opened = verifyLogCheckpoint(cosigned, { log, witnesses: [witness] })
  expect(opened).toMatchObject({ ...checkpoint, text: formatLogCheckpoint(checkpoint) })
  expect(opened.cosignatures.map(({ name, signature }) => [name, parseCosignatureTime(signature)])).toEqual([
    ['w.example', 60],
  ])
  expect(verifyLogCheckpoint(cosigned, { log }).cosignatures).toEqual([])
})

test('refuses a checkpoint that a witness cosigned but its log did not sign', () => {
  const note = signNote(formatLogCheckpoint(checkpoint), [createCheckpointCosigner('w.example', witnessKey, 60)])
  expect(() => verifyLogCheckpoint(note, { log, witnesses: [witness] })).toThrow(refused('note.unsigned'))
})

test('refuses a checkpoint of another log that has the same key', () => {
  const other = signNote(formatLogCheckpoint({ ...checkpoint, origin: 'other.example' }), [signer])
  expect(() => verifyLogCheckpoint(other, { log })).toThrow(refused('checkpoint.origin'))
  expect(verifyLogCheckpoint(other, { log, origin: 'other.example' }).origin).toBe('other.example')
  expect(() => signLogCheckpoint({ ...checkpoint, origin: 'other.example' }, [signer])).toThrow(
    refused('checkpoint.origin'),
  )
})

test('formats and parses checkpoints with extension lines, and of the empty tree', () => {
  const extended = { ...checkpoint, extensions: ['Timestamp: 5', 'more'] }
  expect(parseLogCheckpoint(formatLogCheckpoint(extended))).toEqual(extended)
  const empty = { origin, size: 0, root: computeEmptyMerkleRoot(), extensions: [] }
  expect(parseLogCheckpoint(formatLogCheckpoint(empty))).toEqual(empty)
  expect(() => formatLogCheckpoint({ ...empty, root: checkpoint.root })).toThrow(refused('checkpoint.root'))
})

const root = 'CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I='
test.each([
  ['', 'checkpoint.malformed'],
  ['o\n', 'checkpoint.malformed'],
  ['o\n1\n', 'checkpoint.malformed'],
  [`o\n1\n${root}`, 'checkpoint.malformed'],
  [`o\n1\n${root}\n\n`, 'checkpoint.malformed'],
  [`o\n1\n${root}\n\nmore\n`, 'checkpoint.malformed'],
  [`\n1\n${root}\n`, 'checkpoint.origin'],
  [`o\n\n${root}\n`, 'checkpoint.size'],
  [`o\n01\n${root}\n`, 'checkpoint.size'],
  [`o\n00\n${root}\n`, 'checkpoint.size'],
  [`o\n+1\n${root}\n`, 'checkpoint.size'],
  [`o\n-1\n${root}\n`, 'checkpoint.size'],
  [`o\n1 \n${root}\n`, 'checkpoint.size'],
  [`o\n1e3\n${root}\n`, 'checkpoint.size'],
  [`o\n0x1\n${root}\n`, 'checkpoint.size'],
  [`o\n١\n${root}\n`, 'checkpoint.size'],
  [`o\n9007199254740992\n${root}\n`, 'checkpoint.size'],
  [`o\n18446744073709551616\n${root}\n`, 'checkpoint.size'],
  ['o\n1\n\n', 'checkpoint.root'],
  [`o\n1\n${root.slice(0, -1)}\n`, 'checkpoint.root'],
  [`o\n1\n${root.replace('2I=', '2J=')}\n`, 'checkpoint.root'],
  [`o\n1\n ${root}\n`, 'checkpoint.root'],
  ['o\n1\nAAAA\n', 'checkpoint.root'],
  [`o\n0\n${root}\n`, 'checkpoint.root'],
])('refuses the checkpoint %j (%s)', (text, code) => {
  expect(() => parseLogCheckpoint(text)).toThrow(refused(code))
})

test.each([
  [{ origin: '' }, 'checkpoint.origin'],
  [{ origin: 'a b' }, 'checkpoint.origin'],
  [{ origin: 'a\n1' }, 'checkpoint.origin'],
  [{ size: -1 }, 'checkpoint.size'],
  [{ size: 0.5 }, 'checkpoint.size'],
  [{ size: 1e21 }, 'checkpoint.size'],
  [{ root: new Uint8Array(31) }, 'checkpoint.root'],
  [{ extensions: [''] }, 'checkpoint.malformed'],
  [{ extensions: ['a\nb'] }, 'checkpoint.malformed'],
])('refuses to format a checkpoint with %j (%s)', (change, code) => {
  expect(() => formatLogCheckpoint({ ...checkpoint, ...change })).toThrow(refused(code))
})
