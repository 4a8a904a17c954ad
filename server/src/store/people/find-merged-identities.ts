// Merged identities keep their rows, so that merges can be undone.
import { prepareSqlQuery } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'

const selectMergedIds = prepareSqlQuery((queries, personId: string) =>
  queries
    .withRecursive('identities', (recursion) =>
      recursion
        .selectFrom('identity_merges')
        .select('merged_person_id as id')
        .where('person_id', '=', personId)
        .where('merged_at', 'is not', null)
        .where('undone_at', 'is', null)
        // `union` removes duplicates, so the recursion always ends.
        .union(
          recursion
            .selectFrom('identity_merges')
            .innerJoin('identities', 'identities.id', 'identity_merges.person_id')
            .select('identity_merges.merged_person_id as id')
            .where('identity_merges.merged_at', 'is not', null)
            .where('identity_merges.undone_at', 'is', null),
        ),
    )
    .selectFrom('identities')
    .select('id')
    .orderBy('id'),
)

/** Includes indirectly merged identities. @returns the person's own ID first */
export async function listIdentityIdsOfPerson(queries: DatabaseQueryBuilder, personId: string): Promise<string[]> {
  const merged = await selectMergedIds(queries, personId)
  return [personId, ...merged.map(({ id }) => id)]
}

/** Follows chains of merges. @returns undefined if the person was not merged */
export async function findSurvivingPersonId(
  queries: DatabaseQueryBuilder,
  personId: string,
): Promise<string | undefined> {
  let survivor: string | undefined
  for (;;) {
    const merge = await queries
      .selectFrom('identity_merges')
      .innerJoin('people', 'people.id', 'identity_merges.merged_person_id')
      .select('person_id')
      .where('merged_person_id', '=', survivor ?? personId)
      .where('status', '=', 'merged')
      .where('merged_at', 'is not', null)
      .where('undone_at', 'is', null)
      .executeTakeFirst()
    if (merge === undefined) return survivor
    survivor = merge.person_id
  }
}
