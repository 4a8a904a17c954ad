// The program in the guide does what the guide says.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { countEvents } from '../../activity/count.ts'
import { verifyActivity } from '../../activity/verify.ts'
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
  const check = () =>
    new Promise<{ failed: boolean; output: string }>((resolve) => {
      execFile(process.execPath, [join(folder, 'check.mjs'), origin, secret], (error, stdout, stderr) =>
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
      output: `whole: ${whole.lines} lines, ${letGo} of them let go, head ${whole.lines}:${whole.head.hash}\n`,
    })
  }
  await expectWhole(0)
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
})
