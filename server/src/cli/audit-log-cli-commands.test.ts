import { hashAuditEntryLeaf } from '@countersign/api/create-incremental-audit-log-verifier'
import {
  appendMerkleCompactRangeLeaves,
  createEmptyMerkleCompactRange,
  formatMerkleCompactRange,
} from '@countersign/log/merkle-compact-range'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { systemRandomBytes } from '../platform/clock.ts'
import { openDatabase } from '../platform/database/open-sqlite-or-postgres-database.ts'
import type { DatabaseQueryBuilder } from '../platform/database/open-sqlite-or-postgres-database.ts'
import { runMigrations } from '../platform/database/run-migrations.ts'
import { readOrCreateServerMasterKey } from '../platform/read-or-create-server-master-key.ts'
import { bulkInsertSequencedTestAuditEntries } from '../testing/bulk-insert-sequenced-test-audit-entries.ts'
import { runCliCommandForTests } from '../testing/cli-command-test-steps.ts'

const zeros = '0'.repeat(64)

async function createInstallation() {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-activity-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const change = async (work: (queries: DatabaseQueryBuilder) => Promise<unknown>): Promise<void> => {
    const database = openDatabase(`sqlite:${join(folder, 'data', 'countersign.db')}`)
    await runMigrations(database)
    await work(database.queries)
    await database.close()
  }
  await change((queries) => bulkInsertSequencedTestAuditEntries(queries, 20))
  readOrCreateServerMasterKey(join(folder, 'data', 'countersign.key'), systemRandomBytes)
  const run = (...words: string[]) =>
    runCliCommandForTests(['audit', ...words], {
      folder,
      environment: { COUNTERSIGN_ORIGIN: 'https://sign-in.example' },
    })
  return { folder, change, run }
}

test('audit checkpoint prints or writes a checkpoint, and audit verify confirms it', async () => {
  const { folder, change, run } = await createInstallation()
  expect(await run('key')).toMatchObject({
    code: 1,
    out: '',
    error: expect.stringContaining('No checkpoint has been signed yet') as string,
  })
  const printed = await run('checkpoint')
  expect(printed).toMatchObject({
    code: 0,
    out: expect.stringMatching(
      /^sign-in\.example\/activity\n22\n[A-Za-z0-9+/]{43}=\n\n— sign-in\.example\/activity \S+\n$/,
    ) as string,
  })
  const [, key = ''] = /^(sign-in\.example\/activity\+[0-9a-f]{8}\+\S+)$/m.exec(printed.error) ?? []
  expect(await run('key')).toMatchObject({ code: 0, out: `${key}\n` })

  await change((queries) => bulkInsertSequencedTestAuditEntries(queries, 5))
  const file = join(folder, 'checkpoint')
  const written = await run('checkpoint', '--out', file)
  expect(written).toMatchObject({
    code: 0,
    error: '',
    out: expect.stringContaining(`Wrote the checkpoint (27 leaves) to ${file}.`) as string,
  })
  expect(await run('checkpoint', '--out', file)).toMatchObject({ code: 1, out: '' })
  const size = 27
  const asJson = { size, key, checkpoint: readFileSync(file, 'utf8') }
  const copied = join(folder, 'copied')
  for (const [path, ...options] of [[null], [copied, '--out', copied]]) {
    const { code, out, error } = await run('checkpoint', '--json', ...options.map(String))
    expect([code, JSON.parse(out), error]).toEqual([0, { ...asJson, file: path }, ''])
  }
  expect(readFileSync(copied, 'utf8')).toBe(asJson.checkpoint)
  const early = join(folder, 'early')
  writeFileSync(early, printed.out)

  await change((queries) => bulkInsertSequencedTestAuditEntries(queries, 5))
  const verified = await run('verify', '--checkpoint', file, '--checkpoint', early, '--key', key)
  expect(verified).toMatchObject({ code: 0, error: '' })
  expect(verified.out.split('\n').slice(0, 3)).toEqual([
    'The audit log is intact: 31 entries, 0 of them with erased evidence.',
    `The log is consistent with the checkpoint in ${file}, which covers 27 leaves.`,
    `The log is consistent with the checkpoint in ${early}, which covers 22 leaves.`,
  ])
  expect((await run('verify', '--checkpoint', file)).out).toContain('Only a key that was kept elsewhere')
})

test('N13 N21: audit verify rejects a truncated log and a checkpoint signed by another key', async () => {
  const { folder, change, run } = await createInstallation()
  const file = join(folder, 'checkpoint')
  await run('checkpoint', '--out', file)
  const other = await createInstallation()
  const otherKey = (await other.run('checkpoint')).error.match(/\S+\+[0-9a-f]{8}\+\S+/)?.[0] ?? ''
  expect(await run('verify', '--checkpoint', file, '--key', otherKey)).toMatchObject({
    code: 1,
    error: `error: ${file} is not signed by the given key.\n`,
  })
  // Simulates an attacker with database access who truncates the log and its head.
  await change(async (queries) => {
    for (const action of ['update', 'delete']) await sql.raw(`drop trigger audit_events_no_${action}`).execute(queries)
    await queries.deleteFrom('audit_event_evidence').execute()
    await queries.deleteFrom('audit_events').execute()
    await queries
      .updateTable('audit_log_head')
      .set({
        sequence: 0,
        hash: zeros,
        compact_range: formatMerkleCompactRange(
          appendMerkleCompactRangeLeaves(createEmptyMerkleCompactRange(), [hashAuditEntryLeaf(zeros)]),
        ),
      })
      .execute()
  })
  expect(await run('verify', '--checkpoint', file)).toMatchObject({
    code: 1,
    error: expect.stringContaining('The log was truncated: it ends before an entry that existed earlier.') as string,
  })
  expect(await run('checkpoint')).toMatchObject({
    code: 1,
    error: expect.stringContaining('The log was rewritten') as string,
  })
})

test('audit verify resumes where it stopped, and still confirms earlier checkpoints', async () => {
  const { folder, change, run } = await createInstallation()
  const [early, progress] = [join(folder, 'early'), join(folder, 'progress')]
  await run('checkpoint', '--out', early)
  expect(await run('verify', '--progress', progress)).toMatchObject({ code: 0 })
  expect(existsSync(`${progress}.new`)).toBe(false)
  await change((queries) => bulkInsertSequencedTestAuditEntries(queries, 700))
  const again = await run('verify', '--progress', progress, '--checkpoint', early)
  expect(again.out).toContain('intact: 721 entries')
  expect(again.out).toContain(`21 of the entries were read by an earlier run (${progress}) and were not read again.`)
  expect(again.out).toContain(`The log is consistent with the checkpoint in ${early}, which covers 22 leaves.`)
  expect((await run('verify', '--progress', progress)).out).toContain('721 of the entries were read by an earlier run')

  writeFileSync(progress, readFileSync(progress, 'utf8').replace('"last":"', '"last":"0'))
  writeFileSync(join(folder, 'nonsense'), '{}')
  for (const words of [
    ['--progress', join(folder, 'nonsense')],
    ['--checkpoint', join(folder, 'nonsense')],
    ['--checkpoint', join(folder, 'not there')],
    ['--key', 'nonsense'],
    ['--key'],
    ['7:nonsense'],
  ])
    expect(await run('verify', ...words), words.join(' ')).toMatchObject({ code: 2, out: '' })
  expect(await run('checkpoint', '--now')).toMatchObject({ code: 2 })
  expect(await run('key', '--now')).toMatchObject({ code: 2 })
})
