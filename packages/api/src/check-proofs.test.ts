// Proofs as somebody has them who knows some keys and not others: who signed is told by the keys that are trusted, and by no others.
import { appendLeaves, emptyRange, rootOf } from '@countersign/log/compact-range'
import { signCheckpoint } from '@countersign/log/checkpoint'
import { signingKeyOf } from '@countersign/log/ed25519'
import { sha256Hex } from '@countersign/log/hash'
import { formatVerifierKey } from '@countersign/log/note-key'
import { createCosigner, createSigner } from '@countersign/log/note-signers'
import { formatTlogProof } from '@countersign/log/tlog-proof'
import { expect, test } from 'vitest'
import { checkLines, createProofCheck, readProvedFile } from './check-proofs.ts'
import { eventText, sealedText } from './event-text.ts'
import { leafOf } from './log-walk.ts'

const origin = 'log.example/activity'
const keyOf = (byte: number) => signingKeyOf(new Uint8Array(32).fill(byte))
const logKey = formatVerifierKey({ name: origin, type: 'ed25519', publicKey: keyOf(1).publicKey })
const witnessKey = formatVerifierKey({ name: 'witness.example', type: 'cosignature', publicKey: keyOf(2).publicKey })
const otherWitness = formatVerifierKey({ name: 'witness.example', type: 'cosignature', publicKey: keyOf(3).publicKey })

const event = { at: 5, type: 'session.started', outcome: 'success', details: '{}', evidenceHash: null } as const

/** The proof of the second of two leaves. */
function proveSecond(text: string): string {
  const leaves = [leafOf('0'.repeat(64)), leafOf(sha256Hex(text))] as const
  const root = rootOf(appendLeaves(emptyRange(), leaves))
  const signers = [createSigner(origin, keyOf(1)), createCosigner('witness.example', keyOf(2), 1_800_000_000)] as const
  const checkpoint = signCheckpoint({ origin, size: 2, root, extensions: [] }, signers)
  return formatTlogProof({ extra: new TextEncoder().encode(text), index: 1, proof: [leaves[0]], checkpoint })
}

const proof = proveSecond(sealedText(event))

test('by the key of the log and that of a witness: the line, its place, and when the witness saw it', () => {
  expect(createProofCheck([logKey, witnessKey]).proof(proof)).toMatchObject({
    faults: [],
    index: 1,
    says: event,
    checkpoint: {
      origin,
      size: 2,
      verifierKey: logKey,
      witnesses: [{ name: 'witness.example', at: 1_800_000_000 }],
      strangers: [],
    },
  })
})

test('a witness that is not known is a stranger, and another of the same name too', () => {
  for (const keys of [[logKey], [logKey, otherWitness]])
    expect(createProofCheck(keys).proof(proof)).toMatchObject({
      faults: [],
      checkpoint: { witnesses: [], strangers: ['witness.example'] },
    })
})

test('a witness does not sign for the log, nor a log of another name for this one', () => {
  const ofOther = formatVerifierKey({ name: 'other.example/activity', type: 'ed25519', publicKey: keyOf(1).publicKey })
  for (const keys of [[], [witnessKey], [ofOther]])
    expect(createProofCheck(keys).proof(proof)).toMatchObject({
      faults: ['signature_unknown'],
      says: event,
      checkpoint: { verifierKey: null },
    })
})

test('a cosignature of a known witness that is wrong makes nothing of the checkpoint count', () => {
  const forged = proof.replace(
    /(\u2014 witness\.example .*)(.)(.{6})\n$/,
    (_, before: string, one: string, end: string) => `${before}${one === 'A' ? 'B' : 'A'}${end}\n`,
  )
  expect(forged).not.toBe(proof)
  expect(createProofCheck([logKey, witnessKey]).proof(forged).faults).toEqual(['signature_wrong'])
  expect(createProofCheck([logKey]).proof(forged).faults).toEqual([])
})

test('a line that an instance of the release before has chained is proved by the text of its chain', () => {
  const chained = proveSecond(eventText('a'.repeat(64), { ...event, sequence: 1 }))
  expect(createProofCheck([logKey]).proof(chained)).toMatchObject({ faults: [], says: event })
})

test('what is no line of an export is named, and keeps nobody from the others', () => {
  const line = {
    sequence: 1,
    at: new Date(5).toISOString(),
    type: event.type,
    outcome: 'success',
    details: {},
    evidence: {},
  }
  const checkpoint = proof.slice(proof.indexOf('\n\n') + 2)
  const file = readProvedFile({
    log: { checkpoint, verifierKey: logKey, witnesses: [], firstLeaf: 0 },
    activity: [null, { ...line, proof }, { ...line, sequence: 2 }, { ...line, proof: null }],
  })
  expect([...checkLines(file!)].map(({ result }) => result?.faults ?? null)).toEqual([
    ['line_malformed'],
    [],
    // It came after the checkpoint.
    null,
    ['proof_missing'],
  ])
  expect(readProvedFile({ activity: [] })).toBeNull()
})
