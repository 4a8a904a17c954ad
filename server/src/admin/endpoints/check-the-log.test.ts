// The program in the guide does what the guide says.
import { leafOf } from '@countersign/api/log-walk'
import { appendLeaves, emptyRange, formatRange } from '@countersign/log/compact-range'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { countEvents } from '../../audit-log/count.ts'
import { verifyActivity } from '../../audit-log/verify.ts'
import { listLogKeys } from '../../audit-log/checkpoints/log-key.ts'
import { readCheckpoint } from '../../audit-log/checkpoints/sign.ts'
import { systemRandom } from '../../platform/clock.ts'
import { letLinesGo } from '../retention/let-lines-go.ts'
import { createTestApp, testKeys } from '../../testing/test-app.ts'
import { openWithRole } from '../../testing/test-roles.ts'

test('N13 the program of the guide finds the log whole, and where it was changed', async () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../../docs/guides/check-the-log.md'), 'utf8')
  const [, program = ''] = /```js\n(.*?)```/s.exec(guide) ?? []
  const folder = mkdtempSync(join(tmpdir(), 'countersign-guide-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'check.mjs'), program)

  const app = await createTestApp()
  const { browser } = await openWithRole(app, testKeys.alice, 'auditor')
  const { secret } = (
    await browser.send('POST', '/api/admin/tokens', { name: 'Check', permissions: ['activity.read'], days: 1 })
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
    const whole = await verifyActivity(queries)
    if (whole.outcome !== 'whole') throw new Error(whole.reason)
    expect(whole.letGo).toBe(letGo)
    expect(await check()).toEqual({
      failed: false,
      output: `whole: ${whole.lines} lines, ${letGo} of them let go, 0 checkpoints, head ${whole.lines}:${whole.head.hash}\n`,
    })
  }
  await expectWhole(0)
  // A checkpoint that was kept, and the newest of the server.
  await app.checkpoint()
  const kept = join(folder, 'kept')
  const [key = ''] = (await listLogKeys(queries)).map(({ verifier_key }) => verifier_key)
  writeFileSync(kept, (await readCheckpoint(queries))?.note ?? '')
  const expectKept = async (failed: boolean, says: string) =>
    expect(await check(key, kept)).toEqual({ failed, output: expect.stringContaining(says) as string })
  await expectKept(false, ', 2 checkpoints, head ')
  for (let tries = 0; tries < 3; tries += 1) {
    const stranger = app.openBrowser()
    await stranger.send('POST', '/api/sign-in', { ...(await stranger.sign()), signature: `0x${'11'.repeat(65)}` })
  }
  while ((await countEvents(queries)) > 0);
  await letLinesGo(
    { kind: 'sqlite', queries, random: systemRandom, limits: app.limits },
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
  await sql`drop trigger events_no_update`.execute(queries)
  await sql`update events set outcome = 'refused' where sequence = 3`.execute(queries)
  expect(await check()).toEqual({
    failed: true,
    output: expect.stringContaining('The log was changed at line 3') as string,
  })
  await sql`update events set outcome = 'success' where sequence = 3`.execute(queries)
  await expectWhole(3)
  await sql`update events set hash = ${'a'.repeat(64)} where let_go_by = 1 and sequence = (select min(sequence) from events where let_go_by = 1)`.execute(
    queries,
  )
  expect(await check()).toEqual({
    failed: true,
    output: expect.stringContaining('The log was changed at line') as string,
  })

  // Somebody cuts the end off, with a head that fits.
  await sql`drop trigger events_no_delete`.execute(queries)
  for (const table of ['event_links', 'event_evidence', 'events'] as const)
    await queries.deleteFrom(table).where('sequence', '>=', 1).execute()
  const zeros = '0'.repeat(64)
  const tree = formatRange(appendLeaves(emptyRange(), [leafOf(zeros)]))
  await queries.updateTable('event_head').set({ sequence: 0, hash: zeros, tree }).execute()
  expect(await check()).toMatchObject({ failed: false })
  await expectKept(true, 'The log ends at line 0, and a checkpoint covers more')
})
