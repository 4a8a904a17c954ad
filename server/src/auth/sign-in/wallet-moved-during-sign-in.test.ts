// A sign-in whose wallet goes to another person while it waits holds nobody for whom others wait.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import type { Database } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { createTestServer, ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import { createTestDatabase, databaseKinds, openDatabaseUntilTestEnds } from '../../testing/database-fixtures.ts'

/** Waits until so many queries on this database wait for a lock. */
async function untilWaiting({ queries }: Database, count: number): Promise<void> {
  for (;;) {
    const { rows } =
      await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        queries,
      )
    if (rows.length >= count) return
  }
}

// SQLite has one writer at a time, and nobody waits for anybody's row.
describe.skipIf(!databaseKinds.includes('postgres'))('a sign-in on postgres', () => {
  const kind = 'postgres'
  test('whose wallet moves meanwhile begins anew, and does not deadlock with who holds both people', async () => {
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
    // It has found the wallet gone, and waits for the other person now; it must have let go of the first.
    await untilWaiting(app.database, 1)
    await hold(before).execute(holding)
    await holding.commit().execute()

    const signedIn = await signingIn
    expect(signedIn.statusCode).toBe(200)
    expect(signedIn.json<ApiEndpointOutput<'signIn'>>().person.id).toBe(after)
  })
})
