// A consent of before remembers the wallet that its application was told last (THREATS O18).
import { describe, expect, test } from 'vitest'
import { createEmptyDatabase, databaseKinds, openUntilTestEnds } from '../../../testing/test-databases.ts'
import { migrate } from '../migrate.ts'
import type { Queries } from '../open-database.ts'

const at = { created_at: 1, last_used_at: 1 }

/** Somebody with two wallets, who let an application in through one session of theirs. */
async function insertPerson(queries: Queries, person: string, walletId: string | null): Promise<void> {
  await queries.insertInto('people').values({ id: person, status: 'active', created_at: 1, last_seen_at: 1 }).execute()
  for (const [id, isPrimary] of [
    [`${person}-first`, 1],
    [`${person}-second`, 0],
  ] as const)
    await queries
      .insertInto('wallets')
      .values({
        id,
        person_id: person,
        namespace: 'eip155',
        kind: 'key',
        address: id,
        is_primary: isPrimary,
        linked_at: 1,
        last_used_at: 1,
      })
      .execute()
  await queries
    .insertInto('sessions')
    .values({
      id: person,
      token_hash: person,
      person_id: person,
      wallet_id: walletId,
      user_agent: '',
      network_prefix: '',
      created_at: 1,
      last_seen_at: 1,
      idle_expires_at: 9,
      expires_at: 9,
    })
    .execute()
  const between = { id: person, person_id: person, application_id: 'app' }
  await queries
    .insertInto('authorizations')
    .values({ ...between, session_id: person, sid: person, subject: person, created_at: 1 })
    .execute()
  await queries
    .insertInto('grants')
    .values({ ...between, ...at, scopes: 'openid wallet', withheld: '', resources: '[]', learned: '{}' })
    .execute()
}

describe.each(databaseKinds)('on %s', (kind) => {
  test('O18 the wallet of the session is what was told; by a passkey it was the primary one', async () => {
    const database = openUntilTestEnds(await createEmptyDatabase(kind))
    const { queries } = database
    await migrate(database, '0014-user-names')
    await queries
      .insertInto('applications')
      .values({
        id: 'app',
        name: 'app',
        kind: 'web',
        enabled: 1,
        sector: 'app',
        definition: '{}',
        origin: 'operator',
        created_at: 1,
        changed_at: 1,
      })
      .execute()
    await insertPerson(queries, 'by-wallet', 'by-wallet-second')
    await insertPerson(queries, 'by-passkey', null)
    await migrate(database)
    expect(await queries.selectFrom('grants').select(['id', 'wallet_id']).orderBy('id').execute()).toEqual([
      { id: 'by-passkey', wallet_id: 'by-passkey-first' },
      { id: 'by-wallet', wallet_id: 'by-wallet-second' },
    ])
  })
})
