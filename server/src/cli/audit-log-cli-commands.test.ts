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

/** A folder with a database of some lines, and its key file. */
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

test('a checkpoint is printed, or written to a file that is not there yet, and the log is verified to run through it', async () => {
  const { folder, change, run } = await createInstallation()
  expect(await run('key')).toMatchObject({
    code: 1,
    out: '',
    error: expect.stringContaining('No checkpoint was signed yet') as string,
  })
  const printed = await run('checkpoint')
  // The line of the key is in it already.
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
    out: expect.stringContaining(`The checkpoint of 27 leaves is in ${file}.`) as string,
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
    'The activity log is whole: 31 lines, 0 of them with erased evidence.',
    `It runs through the checkpoint ${file}, of 27 leaves.`,
    `It runs through the checkpoint ${early}, of 22 leaves.`,
  ])
  expect((await run('verify', '--checkpoint', file)).out).toContain('Only a key that was kept elsewhere')
})

test('N13 N21 what does not come to a checkpoint is broken, and a checkpoint of another key is none', async () => {
  const { folder, change, run } = await createInstallation()
  const file = join(folder, 'checkpoint')
  await run('checkpoint', '--out', file)
  const other = await createInstallation()
  const otherKey = (await other.run('checkpoint')).error.match(/\S+\+[0-9a-f]{8}\+\S+/)?.[0] ?? ''
  expect(await run('verify', '--checkpoint', file, '--key', otherKey)).toMatchObject({
    code: 1,
    error: `${file} is not signed by the key.\n`,
  })
  // Somebody with the database cuts its end off, and the head goes with it.
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
    error: expect.stringContaining('The log ends before a line that was there before.') as string,
  })
  expect(await run('checkpoint')).toMatchObject({
    code: 1,
    error: expect.stringContaining('It was rewritten') as string,
  })
})

test('reading goes on where it stopped, through checkpoints of before', async () => {
  const { folder, change, run } = await createInstallation()
  const [early, progress] = [join(folder, 'early'), join(folder, 'progress')]
  await run('checkpoint', '--out', early)
  expect(await run('verify', '--progress', progress)).toMatchObject({ code: 0 })
  expect(existsSync(`${progress}.new`)).toBe(false)
  await change((queries) => bulkInsertSequencedTestAuditEntries(queries, 700))
  const again = await run('verify', '--progress', progress, '--checkpoint', early)
  expect(again.out).toContain('whole: 721 lines')
  expect(again.out).toContain(`21 of them were read by an earlier run (${progress}), and not again.`)
  expect(again.out).toContain(`It runs through the checkpoint ${early}, of 22 leaves.`)
  expect((await run('verify', '--progress', progress)).out).toContain('721 of them were read by an earlier run')

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
