// Tests that the program in the verification guide works as described.
import { hashAuditEntryLeaf } from '@countersign/api/create-incremental-audit-log-verifier'
import {
  appendMerkleCompactRangeLeaves,
  createEmptyMerkleCompactRange,
  formatMerkleCompactRange,
} from '@countersign/log/merkle-compact-range'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { updateAuditEventCounts } from '../../audit-log/count-audit-events.ts'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import { listAuditLogSigningKeys } from '../../audit-log/checkpoints/audit-log-signing-key-store.ts'
import { readLatestAuditLogCheckpoint } from '../../audit-log/checkpoints/sign-audit-log-checkpoint.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import { expireAuditEntries } from '../retention/expire-audit-entries.ts'
import { createTestServer, ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import { openBrowserWithRole } from '../../testing/admin-role-test-steps.ts'

test('N13: the program in the verification guide accepts an intact log and detects changes', async () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../../docs/guides/check-the-log.md'), 'utf8')
  const [, program = ''] = /```js\n(.*?)```/s.exec(guide) ?? []
  const folder = mkdtempSync(join(tmpdir(), 'countersign-guide-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'check.mjs'), program)

  const app = await createTestServer()
  const { browser } = await openBrowserWithRole(app, ethereumTestKeys.alice, 'auditor')
  const { secret } = (
    await browser.send('POST', '/api/admin/api-tokens', { name: 'Check', permissions: ['activity.read'], days: 1 })
  ).json<{ secret: string }>()
  const origin = await app.http.listen({ host: '127.0.0.1', port: 0 })
  const check = (...more: string[]) =>
    new Promise<{ failed: boolean; output: string }>((resolve) => {
      execFile(process.execPath, [join(folder, 'check.mjs'), origin, secret, ...more], (error, stdout, stderr) =>
        resolve({ failed: error !== null, output: stdout + stderr }),
      )
    })

  const { queries } = app.database
  const expectWhole = async (letGo: number) => {
    const whole = await verifyAuditLogIntegrity(queries)
    if (whole.outcome !== 'whole') throw new Error(whole.reason)
    expect(whole.letGo).toBe(letGo)
    expect(await check()).toEqual({
      failed: false,
      output: `intact: ${whole.lines} entries, ${letGo} of them expired, 0 checkpoints, head ${whole.lines}:${whole.head.hash}\n`,
    })
  }
  await expectWhole(0)
  // The program compares a saved checkpoint with the server's newest one.
  await app.signCheckpoint()
  const kept = join(folder, 'kept')
  const [key = ''] = (await listAuditLogSigningKeys(queries)).map(({ verifier_key }) => verifier_key)
  writeFileSync(kept, (await readLatestAuditLogCheckpoint(queries))?.note ?? '')
  const expectKept = async (failed: boolean, says: string) =>
    expect(await check(key, kept)).toEqual({ failed, output: expect.stringContaining(says) as string })
  await expectKept(false, ', 2 checkpoints, head ')
  for (let tries = 0; tries < 3; tries += 1) {
    const stranger = app.openBrowser()
    await stranger.send('POST', '/api/sign-in', {
      ...(await stranger.signChallenge()),
      signature: `0x${'11'.repeat(65)}`,
    })
  }
  while ((await updateAuditEventCounts(queries)) > 0);
  await expireAuditEntries(
    { kind: 'sqlite', queries, random: systemRandomBytes, limits: app.limits },
    app.clock.now + 100 * 86_400_000,
  )
  await expectWhole(3)
  await expectKept(false, ', 2 checkpoints, head ')
  const other = readFileSync(kept, 'utf8')
  writeFileSync(
    kept,
    other.replace(/\n(\d+)\n/, (_, size: string) => `\n${Number(size) - 1}\n`),
  )
  await expectKept(true, 'The checkpoint is not signed by the key')
  writeFileSync(kept, other)
  await sql`drop trigger audit_events_no_update`.execute(queries)
  await sql`update audit_events set outcome = 'refused' where sequence = 3`.execute(queries)
  expect(await check()).toEqual({
    failed: true,
    output: expect.stringContaining('The log was changed at entry 3') as string,
  })
  await sql`update audit_events set outcome = 'success' where sequence = 3`.execute(queries)
  await expectWhole(3)
  await sql`update audit_events set hash = ${'a'.repeat(64)} where expired_by = 1 and sequence = (select min(sequence) from audit_events where expired_by = 1)`.execute(
    queries,
  )
  expect(await check()).toEqual({
    failed: true,
    output: expect.stringContaining('The log was changed at entry') as string,
  })

  // An attacker truncates the log and adjusts its head.
  await sql`drop trigger audit_events_no_delete`.execute(queries)
  for (const table of ['audit_event_links', 'audit_event_evidence', 'audit_events'] as const)
    await queries.deleteFrom(table).where('sequence', '>=', 1).execute()
  const zeros = '0'.repeat(64)
  const tree = formatMerkleCompactRange(
    appendMerkleCompactRangeLeaves(createEmptyMerkleCompactRange(), [hashAuditEntryLeaf(zeros)]),
  )
  await queries.updateTable('audit_log_head').set({ sequence: 0, hash: zeros, compact_range: tree }).execute()
  expect(await check()).toMatchObject({ failed: false })
  await expectKept(true, 'The log ends at entry 0, but a checkpoint covers more')
})
