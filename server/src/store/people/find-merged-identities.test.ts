import { describe, expect, test } from 'vitest'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { databaseKinds, openTestDatabase } from '../../testing/database-fixtures.ts'
import { findSurvivingPersonId, listIdentityIdsOfPerson } from './find-merged-identities.ts'
import { insertPerson } from './person-store.ts'

async function addPeople(queries: DatabaseQueryBuilder, ...ids: string[]): Promise<void> {
  await queries.transaction().execute(async (transaction) => {
    for (const id of ids) await insertPerson(transaction, id, 0)
  })
}

async function addMerge(
  queries: DatabaseQueryBuilder,
  personId: string,
  mergedId: string,
  times: { mergedAt: number | null; undoneAt?: number },
): Promise<void> {
  const { mergedAt, undoneAt = null } = times
  const row = {
    moved_records: '{}',
    offered_at: 0,
    expires_at: 1,
    merged_at: mergedAt,
    undo_until: mergedAt,
    undone_at: undoneAt,
  }
  await queries
    .insertInto('identity_merges')
    .values({ id: `${personId}-${mergedId}`, person_id: personId, merged_person_id: mergedId, ...row })
    .execute()
}

describe.each(databaseKinds)('identities of a person on %s', (kind) => {
  test('include direct and indirect merges, but not offered or undone ones', async () => {
    const { queries } = await openTestDatabase(kind)
    await addPeople(queries, 'ann', 'ben', 'cid', 'dot', 'eve', 'fay')
    await addMerge(queries, 'ben', 'cid', { mergedAt: 1 })
    await addMerge(queries, 'ann', 'ben', { mergedAt: 2 })
    await addMerge(queries, 'ann', 'dot', { mergedAt: 3, undoneAt: 4 })
    await addMerge(queries, 'ann', 'eve', { mergedAt: null })
    expect(await listIdentityIdsOfPerson(queries, 'ann')).toEqual(['ann', 'ben', 'cid'])
    expect(await listIdentityIdsOfPerson(queries, 'ben')).toEqual(['ben', 'cid'])
    expect(await listIdentityIdsOfPerson(queries, 'fay')).toEqual(['fay'])
  })

  test('lead to one surviving person', async () => {
    const { queries } = await openTestDatabase(kind)
    await addPeople(queries, 'ann', 'ben', 'cid', 'dot')
    await addMerge(queries, 'ben', 'cid', { mergedAt: 1 })
    await addMerge(queries, 'ann', 'ben', { mergedAt: 2 })
    await addMerge(queries, 'ann', 'dot', { mergedAt: 3, undoneAt: 4 })
    await queries.updateTable('people').set({ status: 'merged' }).where('id', 'in', ['ben', 'cid']).execute()
    expect(
      await Promise.all(['cid', 'ben', 'ann', 'dot', 'nobody'].map((id) => findSurvivingPersonId(queries, id))),
    ).toEqual(['ann', 'ann', undefined, undefined, undefined])
  })
})
