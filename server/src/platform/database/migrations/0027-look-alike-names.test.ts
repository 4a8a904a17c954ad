// Existing user names are folded again by the upgrade, and nobody loses theirs (THREATS P11, N20).
import { expect, describe, test } from 'vitest'
import { createEmptyDatabase, databaseKinds, openUntilTestEnds } from '../../../testing/test-databases.ts'
import { migrate } from '../migrate.ts'

describe.each(databaseKinds)('existing user names on %s', (kind) => {
  test('P11 get the form of what they look like; of those that collide now the others keep theirs', async () => {
    const database = openUntilTestEnds(await createEmptyDatabase(kind))
    const { queries } = database
    await migrate(database, '0024-instances')
    await queries.insertInto('people').values({ id: 'ada', status: 'active', created_at: 1, last_seen_at: 1 }).execute()
    for (const [index, name] of ['alice5', 'alices', 'bo8', 'b08', 'zz5', 'z25', '225', 'plain'].entries())
      await queries
        .insertInto('user_names')
        .values({
          name_hash: `hash ${name}`,
          folded: name.replaceAll('0', 'o'),
          name,
          person_id: 'ada',
          is_current: 0,
          taken_at: name === 'z25' ? 0 : index + 1,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    const erased = { folded: null, name: null, person_id: null, is_current: 0, taken_at: 0 }
    await queries
      .insertInto('user_names')
      .values({ name_hash: 'hash erased', ...erased })
      .execute()
    await migrate(database)
    const rows = await queries
      .selectFrom('user_names')
      .select(['name_hash', 'name', 'folded'])
      .orderBy('name')
      .execute()
    expect(Object.fromEntries(rows.map(({ name, folded }) => [name, folded]))).toEqual({
      null: null,
      '225': '225',
      alice5: 'alice5',
      alices: 'alices',
      bo8: 'bob',
      plain: 'plain',
      z25: 'zzs',
      zz5: 'zz5',
    })
    expect(rows.every(({ name, name_hash }) => name_hash === `hash ${name ?? 'erased'}`)).toBe(true)
  })
})
