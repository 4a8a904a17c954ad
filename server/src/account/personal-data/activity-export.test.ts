// Tests the activity export.
import type { ApiActivityEvent } from '@countersign/api/api-endpoints'
import { describe, expect, test } from 'vitest'
import { bulkInsertAuditEntriesWithFakeHashes } from '../../testing/bulk-insert-audit-entries-with-fake-hashes.ts'
import { testClockStartTime } from '../../testing/countersign-test-server.ts'
import { writePersonActivityCsv } from './write-person-activity-export.ts'
import { findActivityIdentitiesAndWallets, readAllPersonActivity } from './read-person-activity.ts'
import {
  createTestServerWithSignedInBrowser,
  readAllPersonActivityForTests,
} from '../../testing/person-activity-test-steps.ts'
import { readBrowserPersonId } from '../../testing/browser-session-test-steps.ts'

describe('activity export', () => {
  test('requires step-up and writes the entries of the activity list as JSON lines', async () => {
    const { app, browser } = await createTestServerWithSignedInBrowser()
    for (let index = 0; index < 30; index++) await browser.signIn()
    expect((await browser.send('GET', '/api/activity/export?format=jsonl')).json()).toMatchObject({
      code: 'step_up.required',
      status: 403,
    })
    await browser.stepUp()
    const answer = await browser.send('GET', '/api/activity/export?format=jsonl')
    expect(answer.headers).toMatchObject({
      'content-type': 'application/jsonl; charset=utf-8',
      'content-disposition': 'attachment; filename="countersign-activity-2026-01-15.jsonl"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    const lines = answer.body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as ApiActivityEvent)
    expect(lines).toEqual(await readAllPersonActivityForTests(browser))
    expect(
      (await browser.send('GET', '/api/activity/export?format=jsonl&kind=wallets')).body.trimEnd().split('\n'),
    ).toHaveLength(1)
    expect((await browser.send('GET', '/api/activity/export?format=jsonl&kind=passkeys')).body).toBe('')
    expect((await browser.send('GET', '/api/activity/export')).json()).toMatchObject({ code: 'request.invalid' })
    expect((await app.openBrowser().send('GET', '/api/activity/export?format=csv')).json()).toMatchObject({
      code: 'session.required',
    })
  })

  test('reads entries only as fast as the client downloads them', async () => {
    const { app, browser } = await createTestServerWithSignedInBrowser()
    const { queries } = app.database
    const personId = await readBrowserPersonId(browser)
    await bulkInsertAuditEntriesWithFakeHashes(queries, {
      from: 100,
      lines: 1200,
      at: testClockStartTime,
      owner: () => ({ personId }),
    })
    const batches = readAllPersonActivity(queries, await findActivityIdentitiesAndWallets(queries, personId), {})
    expect((await batches.next()).value).toHaveLength(500)
    await queries.deleteFrom('audit_event_evidence').where('sequence', '<', 700).execute()
    expect((await batches.next()).value).toHaveLength(100)
    expect((await batches.next()).done).toBe(true)
  })

  test.each(['cross-site', 'same-site'])('N1: refuses a cross-site link (%s)', async (site) => {
    const { browser } = await createTestServerWithSignedInBrowser()
    await browser.stepUp()
    const answer = await browser.send('GET', '/api/activity/export?format=csv', undefined, { 'sec-fetch-site': site })
    expect(answer.json()).toMatchObject({ code: 'request.cross_origin' })
    expect(answer.headers['content-disposition']).toBeUndefined()
    expect(
      (await browser.send('GET', '/api/activity/export?format=csv', undefined, { 'sec-fetch-site': 'none' }))
        .statusCode,
    ).toBe(200)
  })

  test('N7: limits exports per minute', async () => {
    const { app, browser } = await createTestServerWithSignedInBrowser()
    await browser.stepUp()
    for (let index = 0; index < app.limits.exportsPerPersonPerMinute; index++)
      await browser.send('GET', '/api/activity/export?format=csv')
    expect((await browser.send('GET', '/api/activity/export?format=csv')).json()).toMatchObject({
      code: 'rate.limited',
    })
  })
})

test('N4: escapes every form of spreadsheet formula in the activity CSV', async () => {
  const event = (userAgent: string, name: string): ApiActivityEvent => ({
    sequence: 1,
    at: '2026-01-15T12:00:00.000Z',
    type: 'session.started',
    outcome: 'success',
    application: { id: 'a', name, logo: null, uri: null },
    details: { method: 'ecdsa' },
    evidence: { userAgent },
  })
  const dangerous = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '\uFF1D1', '\uFF0B1', '\uFF0D1', '\uFF201']
  const pieces: string[] = []
  const batches = (async function* () {
    yield dangerous.map((text) => event(text, text))
    yield [event('Mozilla/5.0 "quoted", and, more', 'Wiki')]
  })()
  for await (const piece of writePersonActivityCsv(batches)) pieces.push(piece)
  const text = pieces.join('')
  expect(text.split('\r\n')[0]).toBe(
    '"sequence","at","type","outcome","application","address","networkPrefix","userAgent","details","evidence"',
  )
  // Some programs start a new cell at a tab, so a formula after a tab is escaped too.
  const harmless = (each: string): string => `'${each.replace('\t=', "\t'=")}`
  for (const each of dangerous) expect(text).toContain(`"${harmless(each)}","","","${harmless(each)}"`)
  expect(text).not.toMatch(/(^|,|\r\n)"[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/)
  expect(
    text.endsWith(
      `"Wiki","","","Mozilla/5.0 ""quoted"", and, more","{""method"":""ecdsa""}","{""userAgent"":""Mozilla/5.0 \\""quoted\\"", and, more""}"\r\n`,
    ),
  ).toBe(true)
})
