// Erasing a person: nothing of them is left but lines of the log that say nothing of anyone, and those verify.
import { testKeys } from '@countersign/testing/test-keys'
import { sql } from 'kysely'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import { suspendPerson } from '../../admin/people/suspend-person.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import { createId } from '../../platform/create-id.ts'
import {
  createFullyPopulatedPerson,
  readBrowserSession,
  personalDataMarkers,
} from '../../testing/fully-populated-person.ts'
import { dumpDatabase, readAuditLog, sequenceAllEntries } from '../../testing/read-database-state.ts'
import { createTestApp, openSteppedUpBrowser } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-app.ts'
import { createTestDatabase, databaseKinds, openUntilTestEnds } from '../../testing/test-databases.ts'
import { createOpenIdApp } from '../../testing/test-openid.ts'
import { createAppInstances, refreshTokens, checkTokensWork } from '../../testing/test-tokens.ts'
import { erasePerson } from './erase-person.ts'
import { readSignedMessages } from '../../store/wallets/proof-store.ts'

const erase = (browser: TestBrowser) => browser.send('DELETE', '/api/person')
const many = {
  COUNTERSIGN_SIGN_INS_PER_WALLET_PER_MINUTE: '10000',
  COUNTERSIGN_SIGN_INS_PER_NETWORK_PER_MINUTE: '10000',
  COUNTERSIGN_CHALLENGES_PER_NETWORK_PER_MINUTE: '10000',
}
const minutes = 60_000

describe.each(databaseKinds)('erasing a person on %s', (kind) => {
  test('P4 P9 N13 leaves nothing of them in any table, and the chain whole', async () => {
    const app = await createOpenIdApp({ database: kind })
    const { queries } = app.database
    const neighbour = await openSteppedUpBrowser(app, testKeys.carol)
    const full = await createFullyPopulatedPerson(app)
    const proof = await queries
      .selectFrom('proofs')
      .innerJoin('wallets', 'wallets.id', 'proofs.wallet_id')
      .select('proofs.id')
      .where('address', '=', testKeys.alice.address.toLowerCase())
      .executeTakeFirstOrThrow()
    const { signature = '' } = (await readSignedMessages(queries, [proof.id])).get(proof.id) ?? {}
    expect(signature).toMatch(/^0x/)
    const everything = [
      ...personalDataMarkers,
      full.mergedId,
      signature,
      testKeys.alice.address.slice(2).toLowerCase(),
      testKeys.bob.address.slice(2).toLowerCase(),
    ]
    // Otherwise it would be no wonder that nothing is found afterwards.
    const before = (await dumpDatabase(queries)).join('\n')
    for (const trace of [...everything, full.personId]) expect(before.toLowerCase()).toContain(trace.toLowerCase())
    const verifiedBefore = await verifyAuditLogIntegrity(queries)

    const answer = await erase(full.browser)
    expect([answer.statusCode, answer.body]).toEqual([204, ''])
    expect(full.browser.cookies.has('__Host-countersign-session')).toBe(false)

    const left = await dumpDatabase(queries)
    for (const trace of everything)
      expect(left.filter((line) => line.toLowerCase().includes(trace.toLowerCase()) && !isEmptyPerson(line))).toEqual(
        [],
      )
    // The empty row, and what the application has still to be told by.
    const open = left.filter((line) => line.includes(full.personId)).map((line) => line.split(' ')[0])
    expect(open.filter((table) => table === 'people')).toHaveLength(1)
    expect(new Set(open)).toEqual(new Set(['people', 'logout_deliveries']))
    expect((await readAuditLog(queries)).slice(-2)).toEqual([
      'session.ended success {"reason":"person-deleted"}',
      'person.erased success {"by":"person"}',
    ])
    const verified = await verifyAuditLogIntegrity(queries)
    if (verifiedBefore.outcome !== 'whole' || verified.outcome !== 'whole') throw new Error('broken')
    expect(verified.lines).toBeGreaterThan(verifiedBefore.lines)
    expect(await verifyAuditLogIntegrity(queries, [verifiedBefore.head])).toMatchObject({ outcome: 'whole' })
    expect((await neighbour.send('GET', '/api/activity')).json<{ items: unknown[] }>().items.length).toBeGreaterThan(2)
    expect((await neighbour.send('GET', full.picture)).statusCode).toBe(404)

    app.pass(11 * minutes)
    await app.pruneExpired()
    const atLast = (await dumpDatabase(queries))
      .filter((line) => line.includes(full.personId))
      .map((line) => line.split(' ')[0])
    expect(atLast).toEqual(['logout_deliveries'])
  })

  test('P4 is known at once to every instance, with every token', async () => {
    const { one, two } = await createAppInstances(kind)
    const { browser, application, tokens, personId } = await createFullyPopulatedPerson(one)
    const there = two.openBrowser()
    for (const [name, value] of browser.cookies) there.cookies.set(name, value)
    expect((await there.send('GET', '/api/wallets')).statusCode).toBe(200)
    expect(await checkTokensWork(two, application, tokens)).toEqual([true, true])
    expect((await erase(browser)).statusCode).toBe(204)
    expect((await there.send('GET', '/api/wallets')).json()).toMatchObject({ code: 'session.required' })
    expect((await there.send('PATCH', '/api/person', { displayName: 'Ada' })).json()).toMatchObject({
      code: 'session.required',
    })
    expect((await erase(there)).json()).toMatchObject({ code: 'session.required' })
    expect(await checkTokensWork(two, application, tokens)).toEqual([false, false])
    expect((await refreshTokens(two, application, tokens.refresh_token)).json()).toMatchObject({
      error: 'invalid_grant',
    })
    // The application is still to be told.
    const waiting = await one.database.queries
      .selectFrom('logout_deliveries')
      .select(['person_id', 'uri', 'settled_at'])
      .execute()
    expect(waiting).toEqual([{ person_id: personId, uri: 'https://wiki.example/logout', settled_at: null }])
  })

  test('lets the wallet sign in as somebody new', async () => {
    const app = await createTestApp({ database: kind })
    const browser = await openSteppedUpBrowser(app)
    const before = await readBrowserSession(browser)
    await erase(browser)
    expect(await readBrowserSession(browser)).toEqual({ person: null, session: null })
    expect((await browser.signIn()).statusCode).toBe(200)
    const after = await readBrowserSession(browser)
    expect(after.person?.id).not.toBe(before.person?.id)
    const { items } = (await browser.send('GET', '/api/activity')).json<{ items: { type: string }[] }>()
    expect(items.map(({ type }) => type)).toEqual(['session.started', 'wallet.linked', 'person.created'])
    // Removing the empty row of who they were does not touch who they are.
    app.clock.now += 11 * minutes
    await app.pruneExpired()
    expect((await readBrowserSession(browser)).person?.id).toBe(after.person?.id)
  })

  test('needs a fresh proof, in a browser that is known', async () => {
    const app = await createTestApp({ database: kind })
    const browser = app.openBrowser()
    await browser.signIn()
    expect((await erase(browser)).json()).toMatchObject({ code: 'step_up.required' })
    await browser.stepUp()
    app.clock.now += app.limits.stepUpFreshnessSeconds * 1000
    expect((await erase(browser)).json()).toMatchObject({ code: 'step_up.required' })
    expect((await erase(app.openBrowser())).json()).toMatchObject({ code: 'session.required' })
    expect((await readBrowserSession(browser)).person).not.toBeNull()
  })

  test('P3 is refused while a merge can be undone, and possible after that', async () => {
    const app = await createTestApp({ database: kind })
    const browser = await openSteppedUpBrowser(app)
    await app.openBrowser().signIn(testKeys.bob)
    const { queries } = app.database
    const people = await queries.selectFrom('wallets').select(['person_id', 'address']).execute()
    const of = (address: string) => people.find((row) => row.address === address.toLowerCase())?.person_id ?? ''
    const times = {
      offered_at: app.clock.now,
      expires_at: app.clock.now,
      merged_at: app.clock.now,
      undo_until: app.clock.now + minutes,
      undone_at: null,
    }
    const both = { person_id: of(testKeys.alice.address), merged_person_id: of(testKeys.bob.address) }
    await queries
      .insertInto('merges')
      .values({ id: createId(systemRandomBytes), ...both, moved: '{}', ...times })
      .execute()
    const everything = async () => (await dumpDatabase(queries)).sort()
    const before = await everything()
    expect((await erase(browser)).json()).toMatchObject({ code: 'merge.open', status: 409 })
    expect(await everything()).toEqual(before)
    app.clock.now += minutes
    expect((await erase(browser)).statusCode).toBe(204)
    expect((await queries.selectFrom('people').select('status').execute()).map(({ status }) => status)).toEqual([
      'erased',
      'erased',
    ])
  })

  test('leaves what was said of an address after it was theirs', async () => {
    const app = await createTestApp({ database: kind })
    const browser = await openSteppedUpBrowser(app)
    const { queries } = app.database
    const address = testKeys.bob.address.toLowerCase()
    const { id } = await queries.selectFrom('people').select('id').executeTakeFirstOrThrow()
    const row = {
      namespace: 'eip155',
      kind: 'key',
      chain_reference: null,
      label: null,
      is_primary: 0,
      linked_at: 0,
      last_used_at: 0,
    } as const
    await queries
      .insertInto('wallets')
      .values({ id: createId(systemRandomBytes), person_id: id, address, ...row, unlinked_at: app.clock.now })
      .execute()
    const attempt = (at: number) =>
      queries.transaction().execute((transaction) =>
        appendAuditEvents(transaction, systemRandomBytes, at, [
          {
            type: 'sign-in.refused',
            outcome: 'refused',
            details: { reason: `at ${at - app.clock.now}` },
            evidence: { personId: null, content: { address } },
          },
        ]),
      )
    await attempt(app.clock.now - 1)
    await attempt(app.clock.now + 1)
    await erase(browser)
    await sequenceAllEntries(queries)
    const kept = await queries
      .selectFrom('event_evidence')
      .innerJoin('events', 'events.sequence', 'event_evidence.sequence')
      .select('events.details')
      .where('address', '=', address)
      .execute()
    expect(kept).toEqual([{ details: '{"reason":"at 1"}' }])
  })

  test('takes along what a line of somebody else says of them, who they were merged with and separated from', async () => {
    const app = await createTestApp({ database: kind })
    const [keeper, leaver] = [await openSteppedUpBrowser(app), await openSteppedUpBrowser(app, testKeys.bob)]
    await keeper.trustForOwnerOf(testKeys.bob)
    const offer = await keeper.send('POST', '/api/merges', await keeper.signChallengeFor('merge', testKeys.bob))
    const { id } = offer.json<{ id: string }>()
    expect((await keeper.send('POST', `/api/merges/${id}/accept`)).statusCode).toBe(200)
    expect((await keeper.send('POST', `/api/merges/${id}/undo`)).statusCode).toBe(200)
    await leaver.signIn(testKeys.bob)
    await leaver.stepUp(testKeys.bob)
    const leaverId = (await readBrowserSession(leaver)).person?.id ?? ''
    const { queries } = app.database
    const everything = async () => (await dumpDatabase(queries)).filter((line) => !isEmptyPerson(line))
    const naming = async () =>
      (await everything()).filter((line) =>
        [leaverId, testKeys.bob.address.slice(2).toLowerCase()].some((trace) => line.toLowerCase().includes(trace)),
      )
    expect((await naming()).length).toBeGreaterThan(3)
    expect((await erase(leaver)).statusCode).toBe(204)
    expect(await naming()).toEqual([])
    const { items } = (await keeper.send('GET', '/api/activity')).json<{ items: { type: string }[] }>()
    expect(items.map(({ type }) => type)).toEqual(expect.arrayContaining(['person.created', 'session.confirmed']))
    expect(await verifyAuditLogIntegrity(queries)).toMatchObject({ outcome: 'whole' })
  })

  test('by an operator takes a suspended person too, and nobody twice', async () => {
    const app = await createTestApp({ database: kind })
    await openSteppedUpBrowser(app)
    const { queries } = app.database
    const { id: personId } = await queries.selectFrom('people').select('id').executeTakeFirstOrThrow()
    const context = { queries, random: systemRandomBytes }
    await suspendPerson(context, personId, app.clock.now)
    expect(await erasePerson(context, { personId, session: null, now: app.clock.now })).toEqual(0)
    expect(await erasePerson(context, { personId, session: null, now: app.clock.now })).toBeNull()
    expect(await erasePerson(context, { personId: 'nobody', session: null, now: app.clock.now })).toBeNull()
    expect((await readAuditLog(queries)).filter((line) => line.startsWith('person.erased'))).toEqual([
      'person.erased success {"by":"operator"}',
    ])
    expect(await verifyAuditLogIntegrity(queries)).toMatchObject({ outcome: 'whole' })
  })

  test('with 10,000 lines and 200 sessions is done in one request, while somebody else signs in', async () => {
    const app = await createTestApp({ database: kind, environment: many })
    const browser = await openSteppedUpBrowser(app)
    const { queries } = app.database
    for (let index = 0; index < 199; index++) {
      browser.cookies.delete('__Host-countersign-session')
      await browser.signIn()
    }
    const { id: personId } = await queries.selectFrom('people').select('id').executeTakeFirstOrThrow()
    const lines = Array.from(
      { length: 10_000 },
      () =>
        ({
          type: 'person.changed',
          outcome: 'success',
          details: { changed: 'name' },
          evidence: { personId, content: { userAgent: 'x'.repeat(200) } },
        }) as const,
    )
    await queries
      .transaction()
      .execute((transaction) => appendAuditEvents(transaction, systemRandomBytes, app.clock.now, lines))
    expect(
      (await browser.send('GET', '/api/sessions')).json<{ items: unknown[]; nextCursor: string | null }>(),
    ).toMatchObject({ items: { length: 50 }, nextCursor: expect.any(String) as string })
    const other = app.openBrowser()
    const signed = await other.signChallenge(testKeys.bob)

    // Whoever waited for longer than a statement may take would be told that the database is not there.
    const answers = await Promise.all([erase(browser), other.send('POST', '/api/sign-in', signed)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 200])
    await sequenceAllEntries(queries)
    const { erased, ...verified } = (await verifyAuditLogIntegrity(queries)) as { erased: number; outcome: string }
    expect(verified.outcome).toBe('whole')
    expect(erased).toBeGreaterThan(10_400)
  })
})

test('P9 the bytes of an SQLite file have nothing of who was erased', async () => {
  const address = await createTestDatabase('sqlite')
  const app = await createOpenIdApp({ database: openUntilTestEnds(address) })
  const { browser } = await createFullyPopulatedPerson(app)
  // A backup that is being made still reads what was there before: what was written since then waits beside the file.
  const copied = openDatabase(address, { readOnly: true })
  onTestFinished(() => copied.close())
  const backup = await copied.queries.startTransaction().execute()
  expect(
    await backup.selectFrom('people').select('display_name').where('display_name', 'is not', null).execute(),
  ).toHaveLength(1)
  await erase(browser)
  const folder = dirname(address.slice('sqlite:'.length))
  const found = () => {
    const stored = readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'latin1'))
      .join('')
      .toLowerCase()
    return [...personalDataMarkers, testKeys.alice.address.slice(2)].filter((trace) =>
      stored.includes(trace.toLowerCase()),
    )
  }
  await app.pruneExpired()
  expect(found()).not.toEqual([])
  await backup.rollback().execute()
  await app.pruneExpired()
  expect(found()).toEqual([])
})

// The index that names are found by has their parts once more, letters by threes.
test('P9 the index of names has no part of the name of who was erased', async () => {
  const address = await createTestDatabase('sqlite')
  const app = await createTestApp({ database: openUntilTestEnds(address) })
  const [stays, goes] = [await openSteppedUpBrowser(app, testKeys.carol), await openSteppedUpBrowser(app)]
  expect((await stays.send('PATCH', '/api/person', { displayName: 'Zoë' })).statusCode).toBe(200)
  expect((await goes.send('PATCH', '/api/person', { displayName: 'ᚠᚢᚦ' })).statusCode).toBe(200)
  const holds = async (part: string) => {
    const { rows } = await sql<{ block: Buffer }>`select block from name_parts_data`.execute(app.database.queries)
    return rows.some(({ block }) => block.includes(part))
  }
  expect([await holds('zoë'), await holds('ᚠᚢᚦ')]).toEqual([true, true])
  await erase(goes)
  expect([await holds('zoë'), await holds('ᚠᚢᚦ')]).toEqual([true, false])
  await app.pruneExpired()
  const folder = dirname(address.slice('sqlite:'.length))
  for (const name of readdirSync(folder)) expect(readFileSync(join(folder, name)).includes('ᚠᚢᚦ'), name).toBe(false)
})

/** The row that stays for a moment says nothing. */
function isEmptyPerson(line: string): boolean {
  if (!line.startsWith('people ')) return false
  const { display_name, picture_url, locale, status } = JSON.parse(line.slice('people '.length)) as Record<
    string,
    unknown
  >
  return display_name === null && picture_url === null && locale === null && status === 'erased'
}
