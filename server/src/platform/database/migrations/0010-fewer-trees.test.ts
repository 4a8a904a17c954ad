// A database of the schema before: what was spent in it is spent afterwards (THREATS M1, N14), and is forgotten when its time is over.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { isSpent, rememberedMs, spendChallenge, sweepSpent } from '../../../identity/challenges/spent.ts'
import { createEmptyDatabase, databaseKinds, openUntilTestEnds } from '../../../testing/test-databases.ts'
import { migrate } from '../migrate.ts'

describe.each(databaseKinds)('from the schema before on %s', (kind) => {
  test('M1 N14 a challenge that was spent stays spent', async () => {
    const database = openUntilTestEnds(await createEmptyDatabase(kind))
    const { queries } = database
    await migrate(database, '0009-limits')
    const [spent, old] = [
      { id: 'a'.repeat(26), expiresAt: 5000 },
      { id: 'b'.repeat(26), expiresAt: 4000 },
    ]
    for (const { id, expiresAt } of [spent, old])
      await sql`insert into spent_challenges (id, expires_at) values (${id}, ${expiresAt})`.execute(queries)

    await migrate(database)
    expect(await isSpent(queries, spent)).toBe(true)
    expect(await queries.transaction().execute((transaction) => spendChallenge(transaction, spent))).toBe(false)
    expect(await sweepSpent(queries, old.expiresAt + rememberedMs)).toBe(1)
    expect([await isSpent(queries, spent), await isSpent(queries, old)]).toEqual([true, false])
  })
})
