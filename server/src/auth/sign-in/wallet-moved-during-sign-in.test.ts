// Tests that a sign-in whose wallet moves to another person releases its locks.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import type { Database } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { createTestServer, ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import { createTestDatabase, databaseKinds, openDatabaseUntilTestEnds } from '../../testing/database-fixtures.ts'

async function untilWaiting({ queries }: Database, count: number): Promise<void> {
  for (;;) {
    const { rows } =
      await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        queries,
      )
    if (rows.length >= count) return
  }
}

// SQLite has no row locks.
describe.skipIf(!databaseKinds.includes('postgres'))('sign-in on PostgreSQL', () => {
  const kind = 'postgres'
  test('restarts without deadlock if its wallet moves to another person during the transaction', async () => {
    const address = await createTestDatabase(kind)
    const app = await createTestServer({ database: openDatabaseUntilTestEnds(address) })
    const [mover, holder] = [openDatabaseUntilTestEnds(address), openDatabaseUntilTestEnds(address)]
    const idOf = async (key: typeof ethereumTestKeys.alice) =>
      (await app.openBrowser().signIn(key)).json<ApiEndpointOutput<'signIn'>>().person.id
    const [before, after] = [await idOf(ethereumTestKeys.alice), await idOf(ethereumTestKeys.bob)]
    const hold = (person: string) => sql`update people set status = status where id = ${person}`
    const browser = app.openBrowser()
    const signed = await browser.signChallenge(ethereumTestKeys.alice)

    const holding = await holder.queries.startTransaction().execute()
    await hold(after).execute(holding)
    const moving = await mover.queries.startTransaction().execute()
    await hold(before).execute(moving)
    const signingIn = browser.send('POST', '/api/sign-in', signed)
    await untilWaiting(app.database, 1)
    await sql`update wallets set person_id = ${after}, is_primary = 0 where person_id = ${before}`.execute(moving)
    await moving.commit().execute()
    await untilWaiting(app.database, 1)
    await hold(before).execute(holding)
    await holding.commit().execute()

    const signedIn = await signingIn
    expect(signedIn.statusCode).toBe(200)
    expect(signedIn.json<ApiEndpointOutput<'signIn'>>().person.id).toBe(after)
  })
})
