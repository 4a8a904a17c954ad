import { sql } from 'kysely'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'

export async function countPeopleGrantingResourceAccess(
  queries: DatabaseQueryBuilder,
  identifier: string,
): Promise<number> {
  // Matches part of the stored JSON, with LIKE wildcards escaped.
  const member = `"resource":${JSON.stringify(identifier)},`.replaceAll(/[\\%_]/g, (special) => `\\${special}`)
  const { people } = await queries
    .selectFrom('grants')
    .select((expression) => expression.fn.count<number | string>('person_id').distinct().as('people'))
    .where('revoked_at', 'is', null)
    // Repeats the condition of the partial index, so that the index is used.
    .where(sql<boolean>`resources <> '[]'`)
    .where(sql<boolean>`resources like ${`%${member}%`} escape '\\'`)
    .executeTakeFirstOrThrow()
  return Number(people)
}
