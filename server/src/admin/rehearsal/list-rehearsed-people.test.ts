import { rehearsalLimits } from '@countersign/api/server-limits'
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { expect, test } from 'vitest'
import { createTestServer, openSteppedUpBrowser } from '../../testing/countersign-test-server.ts'
import type { TestServer } from '../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import { getRehearsalWindowStart } from './rehearse-access.ts'
import { listRehearsedPeople } from './list-rehearsed-people.ts'
import { rehearsedBatchSize } from './read-rehearsed-people.ts'

const { windowDays } = rehearsalLimits

const listPeople = ({ database, clock }: TestServer, signal: AbortSignal) =>
  listRehearsedPeople(database.queries, {
    applicationId: null,
    since: getRehearsalWindowStart({ now: clock.now, windowDays }),
    groupIds: [],
    needsNames: false,
    needsPasskeys: false,
    needsLastCredential: () => true,
    signal,
  })

/** The copies were seen before everyone else, one after the other. */
async function copyTheOnlyPerson({ database: { queries }, clock }: TestServer, copies: number): Promise<string[]> {
  const person = await queries.selectFrom('people').selectAll().executeTakeFirstOrThrow()
  const wallet = await queries.selectFrom('wallets').selectAll().executeTakeFirstOrThrow()
  const session = await queries.selectFrom('sessions').selectAll().executeTakeFirstOrThrow()
  const ids = Array.from({ length: copies }, (_, index) => `copy-${String(index).padStart(5, '0')}`)
  for (let from = 0; from < copies; from += 100) {
    const chunk = ids.slice(from, from + 100)
    const seen = (id: string): number => clock.now - copies + ids.indexOf(id)
    await queries
      .insertInto('people')
      .values(chunk.map((id) => ({ ...person, id, last_seen_at: seen(id) })))
      .execute()
    await queries
      .insertInto('wallets')
      .values(chunk.map((id) => ({ ...wallet, id, person_id: id, address: id })))
      .execute()
    await queries
      .insertInto('sessions')
      .values(
        chunk.map((id) => ({ ...session, id, token_hash: id, person_id: id, wallet_id: id, created_at: seen(id) })),
      )
      .execute()
  }
  return [...ids, person.id]
}

testOnBothDatabases(
  'everyone is listed once, with the last wallet, also a person who is seen during the scan',
  async (kind) => {
    const app = await createTestServer({ database: kind })
    await openSteppedUpBrowser(app, ethereumTestKeys.alice)
    const ids = await copyTheOnlyPerson(app, 3 * rehearsedBatchSize + 1)
    const batches = []
    for await (const batch of listPeople(app, new AbortController().signal)) {
      if (batches.length === 0)
        await app.database.queries
          .updateTable('people')
          .set({ last_seen_at: app.clock.now + 1 })
          .where('id', '=', ids[0] ?? '')
          .execute()
      batches.push(batch)
    }
    expect(batches.map(({ length }) => length)).toEqual([rehearsedBatchSize, rehearsedBatchSize, rehearsedBatchSize, 2])
    const people = batches.flat()
    expect(people.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
    expect(people.filter(({ lastCredential }) => lastCredential?.namespace !== 'eip155')).toEqual([])
  },
)

test('O39: a rehearsal ends when the client disconnects', async () => {
  const app = await createTestServer()
  await openSteppedUpBrowser(app, ethereumTestKeys.alice)
  const gone = new AbortController()
  const people = listPeople(app, gone.signal)
  expect((await people.next()).value).toHaveLength(1)
  gone.abort()
  expect(await people.next()).toEqual({ done: true, value: undefined })
})

test('O39: a rehearsal that ends early leaves no unhandled error', async () => {
  const app = await createTestServer()
  await openSteppedUpBrowser(app, ethereumTestKeys.alice)
  await copyTheOnlyPerson(app, 3 * rehearsedBatchSize)
  const people = listPeople(app, new AbortController().signal)
  expect((await people.next()).value).toHaveLength(rehearsedBatchSize)
  await app.database.close()
  await people.return(undefined)
  expect(await people.next()).toEqual({ done: true, value: undefined })
})
