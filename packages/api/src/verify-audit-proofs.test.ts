// Tests audit proofs when only some keys are known: only trusted keys count as signers.
import {
  appendMerkleCompactRangeLeaves,
  createEmptyMerkleCompactRange,
  computeMerkleRoot,
} from '@countersign/log/merkle-compact-range'
import { signLogCheckpoint } from '@countersign/log/transparency-log-checkpoint'
import { createEd25519SigningKey } from '@countersign/log/ed25519'
import { sha256Hex } from '@countersign/log/merkle-hash'
import { formatSignedNoteVerifierKey } from '@countersign/log/signed-note-key-formats'
import { createCheckpointCosigner, createSignedNoteSigner } from '@countersign/log/signed-note-signers'
import { formatTlogProof } from '@countersign/log/tlog-proof'
import { expect, test } from 'vitest'
import { verifyExportedAuditEntries, createAuditProofVerifier } from './verify-audit-proofs.ts'
import { parseExportWithAuditProofs } from './parse-exported-audit-entries.ts'
import { formatChainedEntryHashInput, formatTreeEntryHashInput } from './format-audit-entry-hash-input.ts'
import { hashAuditEntryLeaf } from './create-incremental-audit-log-verifier.ts'

const origin = 'log.example/activity'
const keyOf = (byte: number) => createEd25519SigningKey(new Uint8Array(32).fill(byte))
const logKey = formatSignedNoteVerifierKey({ name: origin, type: 'ed25519', publicKey: keyOf(1).publicKey })
const witnessKey = formatSignedNoteVerifierKey({
  name: 'witness.example',
  type: 'cosignature',
  publicKey: keyOf(2).publicKey,
})
const otherWitness = formatSignedNoteVerifierKey({
  name: 'witness.example',
  type: 'cosignature',
  publicKey: keyOf(3).publicKey,
})

const event = { at: 5, type: 'session.started', outcome: 'success', details: '{}', evidenceHash: null } as const

function proveSecond(text: string): string {
  const leaves = [hashAuditEntryLeaf('0'.repeat(64)), hashAuditEntryLeaf(sha256Hex(text))] as const
  const root = computeMerkleRoot(appendMerkleCompactRangeLeaves(createEmptyMerkleCompactRange(), leaves))
  const signers = [
    createSignedNoteSigner(origin, keyOf(1)),
    createCheckpointCosigner('witness.example', keyOf(2), 1_800_000_000),
  ] as const
  const checkpoint = signLogCheckpoint({ origin, size: 2, root, extensions: [] }, signers)
  return formatTlogProof({ extra: new TextEncoder().encode(text), index: 1, proof: [leaves[0]], checkpoint })
}

const proof = proveSecond(formatTreeEntryHashInput(event))

test('verifies an audit entry, its index and the time of the witness with known keys', () => {
  expect(createAuditProofVerifier([logKey, witnessKey]).verifyProof(proof)).toMatchObject({
    errors: [],
    index: 1,
    hashedEntry: event,
    checkpoint: {
      origin,
      size: 2,
      verifierKey: logKey,
      witnesses: [{ name: 'witness.example', at: 1_800_000_000 }],
      unknownSigners: [],
    },
  })
})

test('reports a witness as unknown if its key is missing, even if another key has the same name', () => {
  for (const keys of [[logKey], [logKey, otherWitness]])
    expect(createAuditProofVerifier(keys).verifyProof(proof)).toMatchObject({
      errors: [],
      checkpoint: { witnesses: [], unknownSigners: ['witness.example'] },
    })
})

test('does not accept the key of a witness or of another log in place of the log key', () => {
  const ofOther = formatSignedNoteVerifierKey({
    name: 'other.example/activity',
    type: 'ed25519',
    publicKey: keyOf(1).publicKey,
  })
  for (const keys of [[], [witnessKey], [ofOther]])
    expect(createAuditProofVerifier(keys).verifyProof(proof)).toMatchObject({
      errors: ['signature_unknown'],
      hashedEntry: event,
      checkpoint: { verifierKey: null },
    })
})

test('refuses the checkpoint if a cosignature by a known witness is wrong', () => {
  const forged = proof.replace(
    /(\u2014 witness\.example .*)(.)(.{6})\n$/,
    (_, before: string, one: string, end: string) => `${before}${one === 'A' ? 'B' : 'A'}${end}\n`,
  )
  expect(forged).not.toBe(proof)
  expect(createAuditProofVerifier([logKey, witnessKey]).verifyProof(forged).errors).toEqual(['signature_wrong'])
  expect(createAuditProofVerifier([logKey]).verifyProof(forged).errors).toEqual([])
})

test('verifies an audit entry that the previous release appended to the hash chain', () => {
  const chained = proveSecond(formatChainedEntryHashInput('a'.repeat(64), { ...event, sequence: 1 }))
  expect(createAuditProofVerifier([logKey]).verifyProof(chained)).toMatchObject({ errors: [], hashedEntry: event })
})

test('reports malformed entries of a personal data export and verifies the others', () => {
  const line = {
    sequence: 1,
    at: new Date(5).toISOString(),
    type: event.type,
    outcome: 'success',
    details: {},
    evidence: {},
  }
  const checkpoint = proof.slice(proof.indexOf('\n\n') + 2)
  const file = parseExportWithAuditProofs({
    log: { checkpoint, verifierKey: logKey, witnesses: [], firstLeaf: 0 },
    activity: [null, { ...line, proof }, { ...line, sequence: 2 }, { ...line, proof: null }],
  })
  expect([...verifyExportedAuditEntries(file!)].map(({ result }) => result?.errors ?? null)).toEqual([
    ['line_malformed'],
    [],
    // The entry was appended after the checkpoint.
    null,
    ['proof_missing'],
  ])
  expect(parseExportWithAuditProofs({ activity: [] })).toBeNull()
})
