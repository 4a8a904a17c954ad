// Whatever is changed of an export is found.
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

describe('what is changed of an export is found', () => {
  type Line = PersonalDataExport['activity'][number]
  const otherKey = formatSignedNoteVerifierKey({
    name: 'sign-in.example/activity',
    type: 'ed25519',
    publicKey: createEd25519SigningKey(new Uint8Array(32).fill(7)).publicKey,
  })
  /** A proof whose text (`extra`) says something else. */
  const retold = (proof: string | null, change: (text: string) => string): string =>
    (proof ?? '').replace(/^extra (.*)$/m, (_, extra: string) => {
      const text = new TextDecoder().decode(decodeBase64(extra))
      return `extra ${encodeBase64(new TextEncoder().encode(change(text)))}`
    })
  const ofLine: [string, (line: Line) => Partial<Line>, RegExp][] = [
    ['its time', (line) => ({ at: new Date(Date.parse(line.at) + 1).toISOString() }), /does not say what the text/],
    ['its kind', () => ({ type: 'wallet.linked' }), /does not say what the text/],
    ['its outcome', () => ({ outcome: 'refused' }), /does not say what the text/],
    ['its details', ({ details }) => ({ details: { ...details, reason: 'other' } }), /does not say what the text/],
    ['its number', (line) => ({ sequence: line.sequence + 1 }), /place of another line/],
    ['its evidence', ({ evidence }) => ({ evidence: { ...evidence, sessionId: 'other' } }), /its evidence is not/],
    ['the salt', ({ opening }) => ({ opening: { personId: null, ...opening, salt: 'x' } }), /its evidence is not/],
    ['whose it is', ({ opening }) => ({ opening: { salt: '', ...opening, personId: 'x' } }), /its evidence is not/],
    ['that it has a proof', () => ({ proof: null }), /it has no proof/],
    ['the form of the proof', ({ proof }) => ({ proof: ` ${proof}` }), /no C2SP tlog-proof/],
    ['the text', ({ proof }) => ({ proof: retold(proof, (text) => text.replace('.', '-')) }), /path does not lead/],
    ['that there is a text', ({ proof }) => ({ proof: proof?.replace(/^extra .*\n/m, '') ?? '' }), /lacks the text/],
    ['what kind of text', ({ proof }) => ({ proof: retold(proof, () => '"x"') }), /not that of a line/],
    [
      'the place',
      ({ proof }) => ({ proof: proof?.replace(/^index .*$/m, 'index 0') ?? '' }),
      /path does not lead|place of another/,
    ],
    [
      'a hash of the path',
      ({ proof }) => ({ proof: proof?.replace(/\n([A-Za-z0-9+/]{43}=)\n/, `\n${'A'.repeat(43)}=\n`) ?? '' }),
      /path does not lead/,
    ],
    [
      'how long the path is',
      ({ proof }) => ({ proof: proof?.replace(/\n[A-Za-z0-9+/]{43}=\n/, '\n') ?? '' }),
      /path does not lead/,
    ],
    [
      'the size in its checkpoint',
      ({ proof }) => ({
        proof: proof?.replace(/\nsign-in.example\/activity\n\d+/, '\nsign-in.example/activity\n9999') ?? '',
      }),
      /another checkpoint/,
    ],
  ]

  test.each(ofLine)('N13 of a line: %s', async (_, change, reason) => {
    const document = await downloadPersonalDataExport(await openBrowserInLargeAuditLog(await createTestServer()))
    const at = document.activity.findIndex(({ type }) => type === 'session.ended')
    const line = document.activity[at] as Line
    const activity = document.activity.with(at, { ...line, ...change(line) })
    const { sequence } = activity[at] as Line
    const errors = findPersonalDataExportErrors({ ...document, activity })
    expect(errors.length).toBeGreaterThan(0)
    expect(errors.filter((fault) => !fault.startsWith(`/activity/${at} (line ${sequence}): `))).toEqual([])
    expect(errors.join('\n')).toMatch(reason)
  })

  const ofLog: [string, (log: PersonalDataExport['log']) => Partial<PersonalDataExport['log']>, RegExp][] = [
    [
      'the root',
      ({ checkpoint }) => ({ checkpoint: withRoot(checkpoint, new Uint8Array(32)) }),
      /^\/log: a signature .* is not that/,
    ],
    [
      'the signature',
      ({ checkpoint }) => ({ checkpoint: checkpoint?.replace(/AA?=*\n$|.=?=?\n$/, '\n') ?? '' }),
      /^\/log: /,
    ],
    [
      'the key, for one of another',
      () => ({ verifierKey: otherKey }),
      /^\/log: the checkpoint is not signed by the key/,
    ],
    ['the key, for no key', () => ({ verifierKey: 'x' }), /\/log: a verifier key cannot be read/],
    ['the form', () => ({ checkpoint: 'x' }), /^\/log: the checkpoint cannot be read/],
    ['where the tree begins', ({ firstLeaf }) => ({ firstLeaf: firstLeaf + 1 }), /place of another line/],
  ]
  const withRoot = (note: string | null, root: Uint8Array): string =>
    (note ?? '').replace(/^(.*\n\d+\n).*\n/, `$1${encodeBase64(root)}\n`)

  test.each(ofLog)('N13 of the log: %s', async (_, change, reason) => {
    const document = await downloadPersonalDataExport(await openBrowserInLargeAuditLog(await createTestServer()))
    const errors = findPersonalDataExportErrors({ ...document, log: { ...document.log, ...change(document.log) } })
    expect(errors.join('\n')).toMatch(reason)
  })

  test('N13 where the whole file was made anew under another key, by whoever knows the true one', async () => {
    const document = await downloadPersonalDataExport(await openBrowserInLargeAuditLog(await createTestServer()))
    expect(findPersonalDataExportErrors(document, [document.log.verifierKey ?? ''])).toEqual([])
    expect(findPersonalDataExportErrors(document, [otherKey])).toContainEqual(
      '/log: the checkpoint is not signed by the key of the log',
    )
    const log = createSignedNoteVerifier(parseSignedNoteVerifierKey(document.log.verifierKey ?? ''))
    expect(verifyLogCheckpoint(document.log.checkpoint ?? '', { log }).origin).toBe('sign-in.example/activity')
  })

  test('a program that sorts the members of a file has not changed it', async () => {
    const document = await downloadPersonalDataExport(await openBrowserInLargeAuditLog(await createTestServer()))
    const activity = document.activity.map((line) => ({
      ...line,
      details: Object.fromEntries(Object.entries(line.details).toReversed()),
    }))
    expect(findPersonalDataExportErrors({ ...document, activity })).toEqual([])
  })
})
