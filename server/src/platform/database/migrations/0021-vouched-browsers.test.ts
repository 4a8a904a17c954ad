// Whoever's browser is known before the upgrade is known after it, and so are their passkeys (THREATS P13, N20).
import { describe, expect, test } from 'vitest'
import { createEmptyDatabase, databaseKinds, openUntilTestEnds } from '../../../testing/test-databases.ts'
import { migrate } from '../migrate.ts'

const seen = { user_agent: '', network_prefix: '', first_seen_at: 1, last_seen_at: 2 }

describe.each(databaseKinds)('on %s', (kind) => {
  test('P13 what was known stays known, and what was new stays new', async () => {
    const database = openUntilTestEnds(await createEmptyDatabase(kind))
    const { queries } = database
    await migrate(database, '0020-views')
    await queries.insertInto('people').values({ id: 'ada', status: 'active', created_at: 1, last_seen_at: 1 }).execute()
    const browsers = [
      { id: 'known', browser_hash: 'a', known_at: 7 },
      { id: 'new', browser_hash: 'b', known_at: null },
    ]
    for (const browser of browsers)
      await queries
        .insertInto('browsers')
        .values({ person_id: 'ada', ...seen, ...browser } as never)
        .execute()
    const passkey = { public_key: '', user_handle: '', counter: 0, transports: '[]', device_type: 'multiDevice' }
    await queries
      .insertInto('passkeys')
      .values({
        id: 'old',
        person_id: 'ada',
        credential_id: 'c',
        backed_up: 1,
        created_at: 3,
        last_used_at: 4,
        ...passkey,
      } as never)
      .execute()
    await migrate(database)
    const rows = await queries
      .selectFrom('browsers')
      .select(['id', 'known_at', 'vouched_at', 'announced_at'])
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { id: 'known', known_at: 7, vouched_at: 7, announced_at: null },
      { id: 'new', known_at: null, vouched_at: null, announced_at: null },
    ])
    expect(await queries.selectFrom('passkeys').select('vouched_at').execute()).toEqual([{ vouched_at: 3 }])
  })
})
