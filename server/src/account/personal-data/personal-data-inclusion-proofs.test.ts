// Tests that the inclusion proofs in the export can be verified with only the file and the key
// (N13).
import { findPersonalDataExportErrors } from '@countersign/api/validate-personal-data-export'
import { createAuditProofVerifier } from '@countersign/api/verify-audit-proofs'
import type { PersonalDataExport } from '@countersign/api/personal-data-export-schema'
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { listAuditLogSigningKeys } from '../../audit-log/checkpoints/audit-log-signing-key-store.ts'
import { pruneNextDataRetentionBatch } from '../../admin/retention/apply-data-retention.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import { countSqlStatementsUntilTestEnds } from '../../testing/count-sql-statements-until-test-ends.ts'
import { bulkInsertSequencedTestAuditEntries } from '../../testing/bulk-insert-sequenced-test-audit-entries.ts'
import { startTestMerkleTreeAfterSequence } from '../../testing/bulk-insert-audit-entries-with-fake-hashes.ts'
import { createFullyPopulatedPerson } from '../../testing/fully-populated-person-fixtures.ts'
import { sequenceAllAuditEntries } from '../../testing/inspect-test-database.ts'
import { createTestServer, openSteppedUpBrowser } from '../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import { createOidcTestServer } from '../../testing/oidc-application-test-steps.ts'
import { startTestWitness } from '../../testing/tlog-witness-test-server.ts'
import {
  downloadPersonalDataExport,
  openBrowserInLargeAuditLog,
} from '../../testing/personal-data-export-test-steps.ts'
import { readBrowserPersonId } from '../../testing/browser-session-test-steps.ts'

const sha256 = (...parts: (string | Uint8Array)[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

describe('inclusion proofs in a personal data export', () => {
  test('exist for every entry, including the entry of the export itself', async () => {
    const app = await createOidcTestServer()
    const full = await createFullyPopulatedPerson(app)
    const document = await downloadPersonalDataExport(full.browser)
    expect(findPersonalDataExportErrors(document)).toEqual([])
    expect(document.log).toMatchObject({ firstLeaf: 0, beingSequenced: 0, witnesses: [] })
    expect(document.activity.length).toBeGreaterThan(10)
    expect(document.activity.filter(({ proof }) => proof === null)).toEqual([])
    expect(document.activity[0]?.type).toBe('person.exported')
    // The person's own entries, and attempts that name no person, have openings.
    expect(document.activity.filter(({ opening }) => opening === null)).toEqual([])
    const others = document.activity.map(({ opening }) => opening?.personId ?? null)
    expect(new Set(others)).toEqual(new Set([document.person.id, full.mergedId, null]))
    app.clock.now += 60_000
    const later = await downloadPersonalDataExport(full.browser)
    expect(findPersonalDataExportErrors(later)).toEqual([])
    expect(later.activity.length).toBeGreaterThan(document.activity.length)
  })

  test('use a checkpoint cosigned by the configured witnesses', async () => {
    const at = Date.parse('2026-01-15T12:00:00.000Z')
    const witness = await startTestWitness(
      async () => (await listAuditLogSigningKeys(app.database.queries)).at(-1)?.verifier_key ?? '',
      at,
    )
    const app = await createTestServer({
      environment: {
        COUNTERSIGN_WITNESSES: `${witness.url} ${witness.verifierKey}`,
        COUNTERSIGN_ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8',
      },
    })
    const document = await downloadPersonalDataExport(await openBrowserInLargeAuditLog(app))
    expect(document.log.witnesses).toEqual([witness.verifierKey])
    expect(findPersonalDataExportErrors(document)).toEqual([])
    const check = createAuditProofVerifier([document.log.verifierKey ?? '', ...document.log.witnesses])
    const cosigned = { errors: [], witnesses: [{ name: 'witness.example', at: at / 1000 }], unknownSigners: [] }
    expect(check.verifyCheckpoint(document.log.checkpoint ?? '')).toMatchObject(cosigned)
    for (const { proof } of document.activity)
      expect(check.verifyProof(proof ?? '')).toMatchObject({ errors: [], checkpoint: cosigned })
    expect(
      createAuditProofVerifier([witness.verifierKey]).verifyCheckpoint(document.log.checkpoint ?? '').witnesses,
    ).toEqual(cosigned.witnesses)
  })

  test('verify by the documented algorithm, without project code', async () => {
    const app = await createTestServer()
    const { log, activity } = await downloadPersonalDataExport(await openBrowserInLargeAuditLog(app))
    const [origin, size, root] = (log.checkpoint ?? '').split('\n')
    expect(origin).toBe('sign-in.example/activity')
    expect(activity.length).toBeGreaterThan(15)
    for (const { sequence, proof, opening, evidence } of activity) {
      const [header, extra, index, ...rest] = (proof ?? '').split('\n')
      expect(header).toBe('c2sp.org/tlog-proof@v1')
      expect(index).toBe(`index ${sequence - log.firstLeaf}`)
      const path = rest.slice(0, rest.indexOf('')).map((hash) => Buffer.from(hash, 'base64'))
      expect((proof ?? '').endsWith(`\n\n${log.checkpoint}`)).toBe(true)
      const text = Buffer.from((extra ?? '').replace(/^extra /, ''), 'base64').toString()
      // This is an independent implementation of RFC 9162 §2.1.3.2.
      let [fn, sn] = [sequence - log.firstLeaf, Number(size) - 1]
      let hash = sha256(Uint8Array.of(0), sha256(text).toString('hex'))
      for (const other of path) {
        if (fn % 2 === 1 || fn === sn) {
          hash = sha256(Uint8Array.of(1), other, hash)
          for (; fn % 2 === 0 && fn > 0; fn /= 2) sn = Math.floor(sn / 2)
        } else hash = sha256(Uint8Array.of(1), hash, other)
        fn = Math.floor(fn / 2)
        sn = Math.floor(sn / 2)
      }
      expect(hash.toString('base64'), String(sequence)).toBe(root)
      const evidenceHash = (JSON.parse(text) as unknown[])[4]
      const opened = JSON.stringify([opening?.salt, opening?.personId, JSON.stringify(evidence)])
      expect(sha256(opened).toString('hex')).toBe(evidenceHash)
    }
  })

  testOnBothDatabases('hold after neighboring entries expired and another person was erased', async (kind) => {
    const app = await createTestServer({
      database: kind,
      environment: { COUNTERSIGN_REFUSED_ATTEMPT_RETENTION_DAYS: '7' },
    })
    const stranger = app.openBrowser({ address: '203.0.113.9' })
    const signed = await stranger.signChallenge(ethereumTestKeys.bob)
    const attempt = { ...signed, signature: `0x${'00'.repeat(65)}` }
    expect((await stranger.send('POST', '/api/sign-in', attempt)).statusCode).toBeGreaterThanOrEqual(400)
    const neighbour = await openSteppedUpBrowser(app, ethereumTestKeys.carol)
    const browser = await openSteppedUpBrowser(app)
    expect((await neighbour.send('DELETE', '/api/person')).statusCode).toBe(204)
    await sequenceAllAuditEntries(app.database.queries)
    app.clock.now += 8 * 86_400_000
    await app.pruneExpired()
    await pruneNextDataRetentionBatch({ ...app.database, random: systemRandomBytes, limits: app.limits }, app.clock.now)
    const gone = await app.database.queries
      .selectFrom('audit_events')
      .select('sequence')
      .where('expired_by', 'is not', null)
      .execute()
    expect(gone.length).toBeGreaterThan(0)
    await browser.signIn()
    await browser.stepUp()
    const document = await downloadPersonalDataExport(browser)
    expect(findPersonalDataExportErrors(document)).toEqual([])
    expect(document.activity.every(({ proof }) => proof !== null)).toBe(true)
  })

  test('are absent for entries older than the Merkle tree', async () => {
    const app = await createTestServer()
    const browser = await openSteppedUpBrowser(app)
    const queries = await sequenceAllAuditEntries(app.database.queries)
    const { sequence } = await queries.selectFrom('audit_log_head').select('sequence').executeTakeFirstOrThrow()
    await startTestMerkleTreeAfterSequence(queries, sequence)
    const document = await downloadPersonalDataExport(browser)
    expect(findPersonalDataExportErrors(document)).toEqual([])
    expect(document.log.firstLeaf).toBe(sequence)
    const proved = document.activity.filter(({ proof }) => proof !== null).map((line) => line.sequence)
    expect(Math.min(...proved)).toBeGreaterThanOrEqual(sequence)
    expect(document.activity.filter(({ proof }) => proof === null).length).toBeGreaterThan(0)
  })

  test('N21: are exported unchanged after the log was rewritten, and then fail to verify', async () => {
    const app = await createTestServer()
    const browser = await openBrowserInLargeAuditLog(app)
    const before = await downloadPersonalDataExport(browser)
    const { queries } = app.database
    await sql`drop trigger audit_events_no_update`.execute(queries)
    await queries
      .updateTable('audit_events')
      .set({ hash: 'f'.repeat(64) })
      .where('sequence', '=', 520)
      .execute()
    const { sequence: head } = await queries.selectFrom('audit_log_head').select('sequence').executeTakeFirstOrThrow()
    await bulkInsertSequencedTestAuditEntries(queries, 300, 2000)
    const after = await downloadPersonalDataExport(browser)
    // No new checkpoint is signed, so entries are checked against the previous one.
    expect(after.log.checkpoint).toBe(before.log.checkpoint)
    expect(app.log.join('')).toContain('could not sign an audit log checkpoint')
    const errors = findPersonalDataExportErrors(after)
    expect(errors.length).toBeGreaterThan(10)
    expect(new Set(errors.map((fault) => fault.replace(/^.*\): /, '')))).toEqual(
      new Set(['the hashes in the proof do not lead from the entry and its position to the root of the checkpoint']),
    )
    expect(after.activity.filter(({ sequence, proof }) => (proof === null) !== sequence > head)).toEqual([])
  })

  testOnBothDatabases(
    'are created for 10,000 entries with few extra statements, while streaming',
    async (kind) => {
      const app = await createTestServer({ database: kind })
      const browser = await openSteppedUpBrowser(app)
      const personId = await readBrowserPersonId(browser)
      await sequenceAllAuditEntries(app.database.queries)
      await bulkInsertSequencedTestAuditEntries(app.database.queries, 10_000, 1000, () => personId)
      const take = countSqlStatementsUntilTestEnds(kind)
      const start = performance.now()
      const answer = await browser.send('GET', '/api/export')
      const took = performance.now() - start
      const { statements } = take()
      const document = answer.json<PersonalDataExport>()
      console.info(
        `${kind}: ${document.activity.length} lines proved in ${took.toFixed(0)} ms, ${statements.length} statements, ${(answer.body.length / 1e6).toFixed(1)} MB`,
      )
      expect(document.activity.length).toBeGreaterThan(10_000)
      expect(document.activity.every(({ proof }) => proof !== null)).toBe(true)
      expect(findPersonalDataExportErrors(document)).toEqual([])
      // Each batch of 500 entries reads the entries, the session and the tile hashes.
      expect(statements.length).toBeLessThan(250)
    },
    120_000,
  )
})
