// Tests that tampering with an export is detected.
import { findPersonalDataExportErrors } from '@countersign/api/validate-personal-data-export'
import type { PersonalDataExport } from '@countersign/api/personal-data-export-schema'
import { decodeBase64, encodeBase64 } from '@countersign/log/base64'
import { verifyLogCheckpoint } from '@countersign/log/transparency-log-checkpoint'
import { createEd25519SigningKey } from '@countersign/log/ed25519'
import { formatSignedNoteVerifierKey, parseSignedNoteVerifierKey } from '@countersign/log/signed-note-key-formats'
import { createSignedNoteVerifier } from '@countersign/log/signed-note-signers'
import { describe, expect, test } from 'vitest'
import { createTestServer } from '../../testing/countersign-test-server.ts'
import {
  downloadPersonalDataExport,
  openBrowserInLargeAuditLog,
} from '../../testing/personal-data-export-test-steps.ts'

describe('tampering with a personal data export', () => {
  type Line = PersonalDataExport['activity'][number]
  const otherKey = formatSignedNoteVerifierKey({
    name: 'sign-in.example/activity',
    type: 'ed25519',
    publicKey: createEd25519SigningKey(new Uint8Array(32).fill(7)).publicKey,
  })
  const retold = (proof: string | null, change: (text: string) => string): string =>
    (proof ?? '').replace(/^extra (.*)$/m, (_, extra: string) => {
      const text = new TextDecoder().decode(decodeBase64(extra))
      return `extra ${encodeBase64(new TextEncoder().encode(change(text)))}`
    })
  const ofLine: [string, (line: Line) => Partial<Line>, RegExp][] = [
    ['time', (line) => ({ at: new Date(Date.parse(line.at) + 1).toISOString() }), /differs from the text/],
    ['type', () => ({ type: 'wallet.linked' }), /differs from the text/],
    ['outcome', () => ({ outcome: 'refused' }), /differs from the text/],
    ['details', ({ details }) => ({ details: { ...details, reason: 'other' } }), /differs from the text/],
    ['sequence number', (line) => ({ sequence: line.sequence + 1 }), /position of another entry/],
    ['evidence', ({ evidence }) => ({ evidence: { ...evidence, sessionId: 'other' } }), /evidence does not match/],
    ['salt', ({ opening }) => ({ opening: { personId: null, ...opening, salt: 'x' } }), /evidence does not match/],
    ['owner', ({ opening }) => ({ opening: { salt: '', ...opening, personId: 'x' } }), /evidence does not match/],
    ['proof removed', () => ({ proof: null }), /the entry has no proof/],
    ['proof format', ({ proof }) => ({ proof: ` ${proof}` }), /not a valid C2SP tlog-proof/],
    [
      'text in the proof',
      ({ proof }) => ({ proof: retold(proof, (text) => text.replace('.', '-')) }),
      /hashes in the proof do not lead/,
    ],
    [
      'text removed from the proof',
      ({ proof }) => ({ proof: proof?.replace(/^extra .*\n/m, '') ?? '' }),
      /does not contain the hashed text/,
    ],
    ['kind of text in the proof', ({ proof }) => ({ proof: retold(proof, () => '"x"') }), /not the text of an entry/],
    [
      'index of the proof',
      ({ proof }) => ({ proof: proof?.replace(/^index .*$/m, 'index 0') ?? '' }),
      /hashes in the proof do not lead|position of another/,
    ],
    [
      'hash in the proof path',
      ({ proof }) => ({ proof: proof?.replace(/\n([A-Za-z0-9+/]{43}=)\n/, `\n${'A'.repeat(43)}=\n`) ?? '' }),
      /hashes in the proof do not lead/,
    ],
    [
      'length of the proof path',
      ({ proof }) => ({ proof: proof?.replace(/\n[A-Za-z0-9+/]{43}=\n/, '\n') ?? '' }),
      /hashes in the proof do not lead/,
    ],
    [
      'tree size in the checkpoint of the proof',
      ({ proof }) => ({
        proof: proof?.replace(/\nsign-in.example\/activity\n\d+/, '\nsign-in.example/activity\n9999') ?? '',
      }),
      /checkpoint in the proof differs/,
    ],
  ]

  test.each(ofLine)('N13: detects a change in an entry: %s', async (_, change, reason) => {
    const document = await downloadPersonalDataExport(await openBrowserInLargeAuditLog(await createTestServer()))
    const at = document.activity.findIndex(({ type }) => type === 'session.ended')
    const line = document.activity[at] as Line
    const activity = document.activity.with(at, { ...line, ...change(line) })
    const { sequence } = activity[at] as Line
    const errors = findPersonalDataExportErrors({ ...document, activity })
    expect(errors.length).toBeGreaterThan(0)
    expect(errors.filter((fault) => !fault.startsWith(`/activity/${at} (entry ${sequence}): `))).toEqual([])
    expect(errors.join('\n')).toMatch(reason)
  })

  const ofLog: [string, (log: PersonalDataExport['log']) => Partial<PersonalDataExport['log']>, RegExp][] = [
    [
      'root hash',
      ({ checkpoint }) => ({ checkpoint: withRoot(checkpoint, new Uint8Array(32)) }),
      /^\/log: a signature .* is not valid/,
    ],
    [
      'signature',
      ({ checkpoint }) => ({ checkpoint: checkpoint?.replace(/AA?=*\n$|.=?=?\n$/, '\n') ?? '' }),
      /^\/log: /,
    ],
    [
      'key of another log',
      () => ({ verifierKey: otherKey }),
      /^\/log: the checkpoint is not signed with the log’s key/,
    ],
    ['unreadable key', () => ({ verifierKey: 'x' }), /\/log: a verifier key is malformed/],
    ['checkpoint format', () => ({ checkpoint: 'x' }), /^\/log: the checkpoint is malformed/],
    ['first leaf', ({ firstLeaf }) => ({ firstLeaf: firstLeaf + 1 }), /position of another entry/],
  ]
  const withRoot = (note: string | null, root: Uint8Array): string =>
    (note ?? '').replace(/^(.*\n\d+\n).*\n/, `$1${encodeBase64(root)}\n`)

  test.each(ofLog)('N13: detects a change in the log section: %s', async (_, change, reason) => {
    const document = await downloadPersonalDataExport(await openBrowserInLargeAuditLog(await createTestServer()))
    const errors = findPersonalDataExportErrors({ ...document, log: { ...document.log, ...change(document.log) } })
    expect(errors.join('\n')).toMatch(reason)
  })

  test('N13: detects an export re-signed with another key when the true key is given', async () => {
    const document = await downloadPersonalDataExport(await openBrowserInLargeAuditLog(await createTestServer()))
    expect(findPersonalDataExportErrors(document, [document.log.verifierKey ?? ''])).toEqual([])
    expect(findPersonalDataExportErrors(document, [otherKey])).toContainEqual(
      '/log: the checkpoint is not signed with the log’s key',
    )
    const log = createSignedNoteVerifier(parseSignedNoteVerifierKey(document.log.verifierKey ?? ''))
    expect(verifyLogCheckpoint(document.log.checkpoint ?? '', { log }).origin).toBe('sign-in.example/activity')
  })

  test('accepts an export whose object members were reordered', async () => {
    const document = await downloadPersonalDataExport(await openBrowserInLargeAuditLog(await createTestServer()))
    const activity = document.activity.map((line) => ({
      ...line,
      details: Object.fromEntries(Object.entries(line.details).toReversed()),
    }))
    expect(findPersonalDataExportErrors({ ...document, activity })).toEqual([])
  })
})
