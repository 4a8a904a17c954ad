// The activity of a person: their lines and nobody else's, page after page, narrowed down, and as a file.
import type { ActivityEvent, EndpointOutput } from '@countersign/api/api-endpoints'
import { testKeys } from '@countersign/testing/test-keys'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { readPersonActivity } from '../../audit-log/read-person-activity.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import { createId } from '../../platform/create-id.ts'
import { fillUnchainedLog } from '../../testing/fill-unchained-log.ts'
import { readQueryPlans } from '../../testing/read-query-plans.ts'
import { createTestApp, testStartTime } from '../../testing/test-app.ts'
import type { TestApp, TestBrowser } from '../../testing/test-app.ts'
import { databaseKinds, openTestDatabase, testOnBothDatabases } from '../../testing/test-databases.ts'
import { writeActivityCsv } from './activity-export-formats.ts'
import { findActivityOwner, readAllActivity } from './person-activity.ts'

type Page = EndpointOutput<'listActivity'>
const page = async (browser: TestBrowser, query = ''): Promise<Page> => {
  const answer = await browser.send('GET', `/api/activity${query}`)
  expect(answer.statusCode).toBe(200)
  return answer.json<Page>()
}
const typesOf = ({ items }: Page): string[] => items.map(({ type }) => type)

async function readAll(browser: TestBrowser, query = ''): Promise<ActivityEvent[]> {
  const all: ActivityEvent[] = []
  let cursor: string | null = null
  do {
    const next: Page = await page(browser, `?${query}${cursor === null ? '' : `&cursor=${cursor}`}`)
    expect(next.items.length).toBeLessThanOrEqual(50)
    all.push(...next.items)
    cursor = next.nextCursor
  } while (cursor !== null)
  return all
}

const personOf = async (browser: TestBrowser): Promise<string> =>
  (await browser.send('GET', '/api/session')).json<{ person: { id: string } }>().person.id
const many = {
  COUNTERSIGN_SIGN_INS_PER_WALLET_PER_MINUTE: '1000',
  COUNTERSIGN_SIGN_INS_PER_NETWORK_PER_MINUTE: '1000',
  COUNTERSIGN_CHALLENGES_PER_NETWORK_PER_MINUTE: '1000',
}

/** Tries to sign in with an address, without its key. */
async function fail(browser: TestBrowser): Promise<void> {
  const { message } = await browser.signChallenge(testKeys.alice)
  const { signature } = await browser.signChallenge(testKeys.bob)
  expect((await browser.send('POST', '/api/sign-in', { message, signature })).json()).toMatchObject({
    code: 'signature.refused',
  })
}

test('tells how many lines wait for their place, where whoever gives it to them has frozen', async () => {
  const { app, browser } = await openPerson('postgres')
  const before = (await page(browser)).items.length
  const holder = await app.database.pool?.connect()
  await holder?.query('begin')
  // For as long as the test takes.
  await holder?.query('set local idle_in_transaction_session_timeout = 0')
  await holder?.query('select * from event_head for update')
  await browser.stepUp()
  const told = await page(browser)
  expect(told.items).toHaveLength(before)
  await holder?.query('rollback')
  holder?.release()
  const later = await page(browser)
  expect(told.beingSealed).toBe(later.items.length - before)
  expect(later).not.toHaveProperty('beingSealed')
  expect(typesOf(later)).toContain('session.confirmed')
})

async function openPerson(
  kind: (typeof databaseKinds)[number] = 'sqlite',
): Promise<{ app: TestApp; browser: TestBrowser }> {
  const app = await createTestApp({ database: kind, environment: many })
  const browser = app.openBrowser()
  await browser.signIn()
  return { app, browser }
}

describe('the activity', () => {
  test('is the own, the newest first, with what was signed', async () => {
    const { app, browser } = await openPerson()
    await app.openBrowser().signIn(testKeys.bob)
    app.clock.now += 1000
    await browser.send('PATCH', '/api/person', { displayName: 'Ada' })
    const { items, nextCursor } = await page(browser)
    expect(items.map(({ type, at }) => `${type} ${at.slice(11, 19)}`)).toEqual([
      'person.changed 12:00:01',
      'session.started 12:00:00',
      'wallet.linked 12:00:00',
      'person.created 12:00:00',
    ])
    expect(nextCursor).toBeNull()
    expect(items[1]).toMatchObject({
      outcome: 'success',
      application: null,
      details: { method: 'ecdsa', namespace: 'eip155' },
      evidence: {
        message: expect.stringContaining('wants you to sign in') as string,
        signature: expect.stringMatching(/^0x/) as string,
        networkPrefix: '127.0.0.0/24',
      },
    })
    expect((await app.openBrowser().send('GET', '/api/activity')).json()).toMatchObject({ code: 'session.required' })
  })

  testOnBothDatabases('is paged without losing or repeating a line', async (kind) => {
    const { browser } = await openPerson(kind)
    for (let index = 0; index < 65; index++) await browser.signIn()
    const all = await readAll(browser)
    // Three lines of the first sign-in, two of each other.
    expect(all).toHaveLength(3 + 65 * 2)
    expect(all.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 133 }, (_, index) => 133 - index))
  })

  testOnBothDatabases('is narrowed down by kind, outcome and time', async (kind) => {
    const { app, browser } = await openPerson(kind)
    app.clock.now += 60_000
    await fail(app.openBrowser())
    await browser.stepUp()
    expect(typesOf(await page(browser, '?kind=sign-ins'))).toEqual([
      'session.confirmed',
      'sign-in.refused',
      'session.started',
    ])
    expect(typesOf(await page(browser, '?kind=wallets'))).toEqual(['wallet.linked'])
    expect(typesOf(await page(browser, '?kind=passkeys'))).toEqual([])
    expect(typesOf(await page(browser, '?outcome=refused'))).toEqual(['sign-in.refused'])
    expect(typesOf(await page(browser, '?outcome=success&kind=sign-ins'))).toEqual([
      'session.confirmed',
      'session.started',
    ])
    expect(typesOf(await page(browser, '?from=2026-01-15T12:01:00Z&kind=sign-ins'))).toEqual([
      'session.confirmed',
      'sign-in.refused',
    ])
    expect(typesOf(await page(browser, '?to=2026-01-15T13:01:00.000%2B01:00&kind=sign-ins'))).toEqual([
      'session.started',
    ])
    for (const bad of [
      'kind=all',
      'from=yesterday',
      'from=2016-12-31T23:59:60Z',
      'cursor=-1',
      'cursor=1;drop',
      'more=1',
    ]) {
      expect((await browser.send('GET', `/api/activity?${bad}`)).json()).toMatchObject({ code: 'request.invalid' })
    }
  })

  testOnBothDatabases('has the lines of who was merged into the person, until that is undone', async (kind) => {
    const { app, browser } = await openPerson(kind)
    const other = app.openBrowser()
    await other.signIn(testKeys.bob)
    const times = {
      offered_at: testStartTime,
      expires_at: testStartTime,
      merged_at: testStartTime,
      undo_until: testStartTime,
      undone_at: null,
    }
    const people = { person_id: await personOf(browser), merged_person_id: await personOf(other) }
    await app.database.queries
      .insertInto('merges')
      .values({ id: createId(systemRandomBytes), ...people, moved: '{}', ...times })
      .execute()
    expect(typesOf(await page(browser, '?kind=wallets'))).toEqual(['wallet.linked', 'wallet.linked'])
    await app.database.queries.updateTable('merges').set({ undone_at: testStartTime }).execute()
    expect(typesOf(await page(browser, '?kind=wallets'))).toEqual(['wallet.linked'])
  })

  test('shows attempts of others in the name of a wallet, and a flood of them buries nothing', async () => {
    const { app, browser } = await openPerson()
    const address = testKeys.alice.address.toLowerCase()
    await fillUnchainedLog(app.database.queries, {
      from: 100,
      lines: 300,
      at: testStartTime + 1000,
      owner: () => ({ personId: null, address }),
    })
    // From before the wallet was theirs, and about a wallet of somebody else.
    await fillUnchainedLog(app.database.queries, {
      from: 500,
      lines: 5,
      at: testStartTime - 1000,
      owner: () => ({ personId: null, address }),
    })
    await fillUnchainedLog(app.database.queries, {
      from: 600,
      lines: 5,
      at: testStartTime + 1000,
      owner: () => ({ personId: null, address: testKeys.bob.address.toLowerCase() }),
    })
    const all = await readAll(browser)
    expect(all).toHaveLength(3 + 95)
    expect(all.slice(-3).map(({ type }) => type)).toEqual(['session.started', 'wallet.linked', 'person.created'])
    expect(Math.max(...all.map(({ sequence }) => sequence))).toBe(399)
  })

  test('is the same as a file of JSON lines, and only there whole', async () => {
    const { app, browser } = await openPerson()
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
      .map((line) => JSON.parse(line) as ActivityEvent)
    expect(lines).toEqual(await readAll(browser))
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
    const { app, browser } = await openPerson()
    const { queries } = app.database
    const personId = await personOf(browser)
    await fillUnchainedLog(queries, { from: 100, lines: 1200, at: testStartTime, owner: () => ({ personId }) })
    const batches = readAllActivity(queries, await findActivityOwner(queries, personId), {})
    expect((await batches.next()).value).toHaveLength(500)
    await queries.deleteFrom('event_evidence').where('sequence', '<', 700).execute()
    expect((await batches.next()).value).toHaveLength(100)
    expect((await batches.next()).done).toBe(true)
  })

  test.each(['cross-site', 'same-site'])('N1 is no file for a link on another site (%s)', async (site) => {
    const { browser } = await openPerson()
    await browser.stepUp()
    const answer = await browser.send('GET', '/api/activity/export?format=csv', undefined, { 'sec-fetch-site': site })
    expect(answer.json()).toMatchObject({ code: 'request.foreign_origin' })
    expect(answer.headers['content-disposition']).toBeUndefined()
    expect(
      (await browser.send('GET', '/api/activity/export?format=csv', undefined, { 'sec-fetch-site': 'none' }))
        .statusCode,
    ).toBe(200)
  })

  test('N7 is a file only so many times a minute', async () => {
    const { app, browser } = await openPerson()
    await browser.stepUp()
    for (let index = 0; index < app.limits.exportsPerPersonPerMinute; index++)
      await browser.send('GET', '/api/activity/export?format=csv')
    expect((await browser.send('GET', '/api/activity/export?format=csv')).json()).toMatchObject({
      code: 'rate.limited',
    })
  })

  testOnBothDatabases(
    'of thousands of lines among tens of thousands is found by index, at the end as at the start',
    async (kind) => {
      const database = await openTestDatabase(kind)
      const { queries } = database
      const owner = { personIds: ['me', 'merged'], wallets: [{ address: '0xme', since: 0 }] }
      await fillUnchainedLog(queries, {
        from: 1,
        lines: 20_000,
        at: testStartTime,
        owner: (index) =>
          index % 10 === 0
            ? { personId: 'me' }
            : index % 10 === 1
              ? { personId: null, address: '0xme' }
              : { personId: `p${index % 500}` },
      })
      await sql`analyze`.execute(queries)
      const look = (filter: Parameters<typeof readPersonActivity>[2], before: number | null) =>
        readQueryPlans(database, () => readPersonActivity(queries, owner, filter, { before, size: 51 }))
      for (const [filter, before] of [
        [{}, null],
        [{}, 500],
        [{ kind: 'passkeys' }, null],
      ] as const) {
        const [read, ...others] = await look(filter, before)
        expect(others).toEqual([])
        if (kind === 'sqlite') {
          const plan = read?.plan.join('\n') ?? ''
          for (const index of ['event_evidence_person', 'event_evidence_address']) expect(plan).toContain(index)
          // What is gone through is the newest attempts of the wallet and the parts of the page, which were found by their indexes.
          expect(
            (plan.match(/^SCAN .*$/gm) ?? []).filter((step) => step !== 'SCAN part' && step !== 'SCAN evidence'),
          ).toEqual([])
        } else {
          // A kind that is not there is looked for in all lines of the person, a tenth of the 40,000 rows; a page ends much sooner.
          expect(read?.rows).toBeLessThan('kind' in filter ? 12_000 : 4000)
        }
      }
      const lines = await readPersonActivity(queries, owner, {}, { before: 500, size: 51 })
      expect(lines.map(({ sequence }) => sequence).slice(0, 2)).toEqual([491, 481])
    },
  )
})

test('N4 a table holds no formula, however it is written', async () => {
  const event = (userAgent: string, name: string): ActivityEvent => ({
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
  for await (const piece of writeActivityCsv(batches)) pieces.push(piece)
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
