// Tests uniqueness and reservation of usernames on both databases.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import { systemRandomBytes } from '../../platform/clock.ts'
import { erasePerson } from '../../account/personal-data/erase-person.ts'
import { createTestServer, openSteppedUpBrowser, ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import type { TestServer, TestBrowser } from '../../testing/countersign-test-server.ts'
import { databaseKinds } from '../../testing/database-fixtures.ts'
import {
  mergeIdentitiesForTests,
  readBrowserPersonIdOrNone,
  requestIdentityMergeUndoForTests,
} from '../../testing/identity-merge-test-steps.ts'
import { testServerKey } from '../../testing/server-key-fixtures.ts'
import { createUsernameHasher } from './fold-username-confusables.ts'
import { relaxedChallengeRateLimits, summarizeApiResponse } from '../../testing/passkey-test-steps.ts'
import { sequenceAllAuditEntries } from '../../testing/inspect-test-database.ts'

type Names = ApiEndpointOutput<'readUsernames'>

const environment = {
  ...relaxedChallengeRateLimits,
  COUNTERSIGN_USERNAME_ATTEMPTS_PER_NETWORK_PER_MINUTE: '100000',
  COUNTERSIGN_USERNAME_ATTEMPTS_PER_PERSON_PER_MINUTE: '1000',
}

const choose = (browser: TestBrowser, name: string) => browser.send('POST', '/api/person/username', { name })
const change = (browser: TestBrowser, name: string) => browser.send('PUT', '/api/person/username', { name })
const namesOf = async (browser: TestBrowser): Promise<Names> =>
  (await browser.send('GET', '/api/person/username')).json<Names>()
const verdictOf = async (browser: TestBrowser, name: string): Promise<string> =>
  (await browser.send('POST', '/api/person/username/check', { name })).json<ApiEndpointOutput<'checkUsername'>>()
    .verdict

async function openPeople(app: TestServer, count: number): Promise<TestBrowser[]> {
  const browsers: TestBrowser[] = []
  for (let number = 0; number < count; number++) {
    const browser = app.openBrowser()
    await browser.signIn(createEthereumTestKey(100 + number))
    browsers.push(browser)
  }
  return browsers
}

describe.each(databaseKinds)('usernames on %s', (kind) => {
  test('are chosen once without step-up, and changed with step-up', async () => {
    const app = await createTestServer({ database: kind, environment })
    const browser = app.openBrowser()
    await browser.signIn()
    const before = await namesOf(browser)
    expect(before).toMatchObject({ name: null, previousUsernames: [], left: 5, suggestions: [{ from: 'words' }] })
    expect(summarizeApiResponse(await choose(browser, before.suggestions[0]?.name ?? ''))).toBe('200')
    expect(summarizeApiResponse(await choose(browser, 'another'))).toBe('409 username.already_set')
    app.clock.now += 3_600_000
    expect(summarizeApiResponse(await change(browser, 'alice'))).toBe('403 step_up.required')
    await browser.stepUp()
    expect((await change(browser, 'alice')).json()).toEqual({
      name: 'alice',
      previousUsernames: [before.suggestions[0]?.name],
      left: 3,
      suggestions: [],
    })
    // The audit log does not contain the name.
    await sequenceAllAuditEntries(app.database.queries)
    const events = await app.database.queries
      .selectFrom('audit_event_evidence')
      .innerJoin('audit_events', 'audit_events.sequence', 'audit_event_evidence.sequence')
      .select(['details', 'content'])
      .where('type', '=', 'person.changed')
      .execute()
    expect(events).toEqual([
      { details: '{"changed":"user_name"}', content: '{}' },
      { details: '{"changed":"user_name"}', content: '{}' },
    ])
  })

  test('P11: exactly one concurrent choice of the same or a similar name succeeds', async () => {
    const app = await createTestServer({ database: kind, environment })
    const browsers = await openPeople(app, 8)
    for (const spellings of [['alice'], ['carol', 'car0l', 'ca-rol', 'car_ol'], ['bess', 'be5s', 'bes5', 'be55']]) {
      const answers = await Promise.all(
        browsers.map((browser, index) => choose(browser, spellings[index % spellings.length] ?? '')),
      )
      expect(answers.map(summarizeApiResponse).filter((answer) => answer === '200')).toHaveLength(1)
      expect(new Set(answers.map(summarizeApiResponse))).toEqual(new Set(['200', '409 username.taken']))
      browsers.splice(answers.map(summarizeApiResponse).indexOf('200'), 1)
    }
  })

  test('P11: exactly one concurrent choice by the same person succeeds', async () => {
    const app = await createTestServer({ database: kind, environment })
    const [browser] = (await openPeople(app, 1)) as [TestBrowser]
    const answers = (await Promise.all(['anna', 'berta', 'clara'].map((name) => choose(browser, name)))).map(
      summarizeApiResponse,
    )
    expect(answers.toSorted()).toEqual(['200', '409 username.already_set', '409 username.already_set'])
    expect((await namesOf(browser)).left).toBe(4)
  })

  test('P11: a former name stays taken for others, and its owner can take it back', async () => {
    const app = await createTestServer({ database: kind, environment })
    const [alice, bob] = [
      await openSteppedUpBrowser(app, ethereumTestKeys.alice),
      await openSteppedUpBrowser(app, ethereumTestKeys.bob),
    ]
    await choose(alice, 'alice')
    await change(alice, 'alicia')
    for (const name of ['alice', 'al1ce', 'alicia', 'administrator'])
      expect([name, await verdictOf(bob, name), summarizeApiResponse(await choose(bob, name))]).toEqual([
        name,
        'taken',
        '409 username.taken',
      ])
    expect([await verdictOf(bob, 'Alice'), summarizeApiResponse(await choose(bob, 'Alice'))]).toEqual([
      'unusable',
      '400 username.invalid',
    ])
    expect(await verdictOf(alice, 'alice')).toBe('free')
    // A confusable spelling of the person's own name is available.
    expect((await change(alice, 'ali-ce')).json()).toMatchObject({
      name: 'ali-ce',
      previousUsernames: ['alicia'],
      left: 3,
    })
  })

  test('P11: are limited in number per person, even under concurrent changes', async () => {
    const app = await createTestServer({
      database: kind,
      environment: { ...environment, COUNTERSIGN_USERNAMES_PER_PERSON: '2' },
    })
    const alice = await openSteppedUpBrowser(app, ethereumTestKeys.alice)
    await choose(alice, 'first')
    expect(summarizeApiResponse(await change(alice, 'second'))).toBe('200')
    const answers = await Promise.all(['third', 'fourth', 'fifth'].map((name) => change(alice, name)))
    expect(answers.map(summarizeApiResponse)).toEqual(Array.from({ length: 3 }, () => '409 username.too_many'))
    expect(summarizeApiResponse(await change(alice, 'first'))).toBe('200')
  })

  test('P11: the name of an erased person is never reassigned, and its owner is not stored', async () => {
    const app = await createTestServer({ database: kind, environment })
    const { queries } = app.database
    const [alice, bob] = [
      await openSteppedUpBrowser(app, ethereumTestKeys.alice),
      await openSteppedUpBrowser(app, ethereumTestKeys.bob),
    ]
    await choose(alice, 'alice')
    await change(alice, 'wonderland')
    await erasePerson(
      { queries, random: systemRandomBytes },
      { personId: await readBrowserPersonIdOrNone(alice), session: null, now: app.clock.now },
    )
    const rows = await queries.selectFrom('usernames').selectAll().execute()
    expect(rows.map(({ name_hash: _hash, ...row }) => row)).toEqual(
      Array.from({ length: 2 }, () => ({
        name_folded: null,
        name: null,
        person_id: null,
        is_current: 0,
        reserved_at: 0,
      })),
    )
    expect(JSON.stringify(rows)).not.toMatch(/alice|wonderland/)
    for (const name of ['alice', 'wonderland', 'w0nderland'])
      expect([await verdictOf(bob, name), summarizeApiResponse(await choose(bob, name))]).toEqual([
        'taken',
        '409 username.taken',
      ])
    // The name is not even available to the same wallet, which now belongs to a new person.
    const again = await openSteppedUpBrowser(app, ethereumTestKeys.alice)
    expect(summarizeApiResponse(await choose(again, 'alice'))).toBe('409 username.taken')
  })

  test("P11: names that match an erased person's name except for 5, 2 or 8 stay taken", async () => {
    const app = await createTestServer({ database: kind, environment })
    const [alice, bob] = [
      await openSteppedUpBrowser(app, ethereumTestKeys.alice),
      await openSteppedUpBrowser(app, ethereumTestKeys.bob),
    ]
    await choose(alice, 'be55')
    await erasePerson(
      { queries: app.database.queries, random: systemRandomBytes },
      { personId: await readBrowserPersonIdOrNone(alice), session: null, now: app.clock.now },
    )
    for (const name of ['be55', 'bess', 'be-5s'])
      expect([await verdictOf(bob, name), summarizeApiResponse(await choose(bob, name))]).toEqual([
        'taken',
        '409 username.taken',
      ])
  })

  test('P11: two similar names found by an upgrade are both kept; neither can be changed to the other', async () => {
    const app = await createTestServer({ database: kind, environment })
    const { queries } = app.database
    const [alice, bob] = [
      await openSteppedUpBrowser(app, ethereumTestKeys.alice),
      await openSteppedUpBrowser(app, ethereumTestKeys.bob),
    ]
    const carol = await openSteppedUpBrowser(app, ethereumTestKeys.carol)
    await choose(alice, 'chris')
    // This row is what the previous release stored.
    const hash = createUsernameHasher(testServerKey)('chrl5')
    await queries
      .insertInto('usernames')
      .values({
        name_hash: hash,
        name_folded: 'chrl5',
        name: 'chri5',
        person_id: await readBrowserPersonIdOrNone(bob),
        is_current: 1,
        reserved_at: 1,
      })
      .execute()
    for (const name of ['chri5', 'chris', 'chr15'])
      expect([await verdictOf(carol, name), summarizeApiResponse(await choose(carol, name))]).toEqual([
        'taken',
        '409 username.taken',
      ])
    for (const [browser, own, other, meanwhile] of [
      [alice, 'chris', 'chri5', 'ada'],
      [bob, 'chri5', 'chris', 'otto'],
    ] as const) {
      expect([await verdictOf(browser, own), await verdictOf(browser, other)]).toEqual(['free', 'taken'])
      expect(summarizeApiResponse(await change(browser, other))).toBe('409 username.taken')
      expect(summarizeApiResponse(await change(browser, meanwhile))).toBe('200')
      expect((await change(browser, own)).json()).toMatchObject({ name: own })
    }
  })

  test('P11: a name similar to a reserved one stays with its owner', async () => {
    const app = await createTestServer({ database: kind, environment })
    const [alice, bob] = [
      await openSteppedUpBrowser(app, ethereumTestKeys.alice),
      await openSteppedUpBrowser(app, ethereumTestKeys.bob),
    ]
    await choose(alice, 'alice')
    await app.database.queries.updateTable('usernames').set({ name: 'te5t', name_folded: 'test' }).execute()
    expect(summarizeApiResponse(await change(alice, 'another'))).toBe('200')
    expect(summarizeApiResponse(await change(bob, 'te5t'))).toBe('409 username.taken')
    expect(summarizeApiResponse(await change(alice, 'te-5t'))).toBe('409 username.taken')
    expect((await change(alice, 'te5t')).json()).toMatchObject({ name: 'te5t' })
  })

  test("P11: a merge keeps the person's own name, or adopts the other identity's name until an undo", async () => {
    const app = await createTestServer({ database: kind, environment })
    const [alice, bob] = [
      await openSteppedUpBrowser(app, ethereumTestKeys.alice),
      await openSteppedUpBrowser(app, ethereumTestKeys.bob),
    ]
    await choose(bob, 'bob')
    const first = await mergeIdentitiesForTests(alice, ethereumTestKeys.bob)
    expect(await namesOf(alice)).toMatchObject({ name: 'bob' })
    // A name chosen since the merge stays, and the moved name goes back.
    await change(alice, 'alice')
    expect(summarizeApiResponse(await requestIdentityMergeUndoForTests(alice, first))).toBe('200')
    expect(await namesOf(alice)).toMatchObject({ name: 'alice', previousUsernames: [] })
    const back = await openSteppedUpBrowser(app, ethereumTestKeys.bob)
    expect(await namesOf(back)).toMatchObject({ name: 'bob', previousUsernames: [] })

    const second = await mergeIdentitiesForTests(alice, ethereumTestKeys.bob)
    expect(await namesOf(alice)).toMatchObject({ name: 'alice' })
    // The other identity's name becomes available when the undo period ends.
    expect(await verdictOf(alice, 'bob')).toBe('taken')
    app.clock.now = Date.parse(second.undoUntil ?? '') + 1
    const later = await openSteppedUpBrowser(app, ethereumTestKeys.alice)
    expect((await change(later, 'bob')).json()).toMatchObject({ name: 'bob', previousUsernames: ['alice'] })
  })

  test('P8 P11: checking a name requires a session and is rate limited per person', async () => {
    const app = await createTestServer({
      database: kind,
      environment: { ...environment, COUNTERSIGN_USERNAME_ATTEMPTS_PER_PERSON_PER_MINUTE: '3' },
    })
    const browser = app.openBrowser()
    expect(summarizeApiResponse(await browser.send('POST', '/api/person/username/check', { name: 'alice' }))).toBe(
      '401 session.required',
    )
    await browser.signIn()
    for (let turn = 0; turn < 3; turn++) expect(await verdictOf(browser, `name-${turn}`)).toBe('free')
    expect(summarizeApiResponse(await browser.send('POST', '/api/person/username/check', { name: 'alice' }))).toBe(
      '429 rate.limited',
    )
    // Suggestions also reveal which names are taken, so they count against the same limit.
    expect(summarizeApiResponse(await browser.send('GET', '/api/person/username'))).toBe('429 rate.limited')
  })
})
