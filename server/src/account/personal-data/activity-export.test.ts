// The activity as a file: whole, in two formats, and read as fast as it is taken.
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

describe('the activity', () => {
  test('is the same as a file of JSON lines, and only there whole', async () => {
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

  test('is read for a file as fast as the file is taken, and no faster', async () => {
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

  test.each(['cross-site', 'same-site'])('N1 is no file for a link on another site (%s)', async (site) => {
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

  test('N7 is a file only so many times a minute', async () => {
    const { app, browser } = await createTestServerWithSignedInBrowser()
    await browser.stepUp()
    for (let index = 0; index < app.limits.exportsPerPersonPerMinute; index++)
      await browser.send('GET', '/api/activity/export?format=csv')
    expect((await browser.send('GET', '/api/activity/export?format=csv')).json()).toMatchObject({
      code: 'rate.limited',
    })
  })
})

test('N4 a table holds no formula, however it is written', async () => {
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
  // Where tabs end cells, what stands behind one begins a cell.
  const harmless = (each: string): string => `'${each.replace('\t=', "\t'=")}`
  for (const each of dangerous) expect(text).toContain(`"${harmless(each)}","","","${harmless(each)}"`)
  expect(text).not.toMatch(/(^|,|\r\n)"[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/)
  expect(
    text.endsWith(
      `"Wiki","","","Mozilla/5.0 ""quoted"", and, more","{""method"":""ecdsa""}","{""userAgent"":""Mozilla/5.0 \\""quoted\\"", and, more""}"\r\n`,
    ),
  ).toBe(true)
})
