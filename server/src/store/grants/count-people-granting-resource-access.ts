// How many people have allowed some application something at a resource: whom it concerns when the resource is to know people by other names.
import { sql } from 'kysely'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'

/** @param identifier the address of the resource */
export async function countPeopleGrantingResourceAccess(
  queries: DatabaseQueryBuilder,
  identifier: string,
): Promise<number> {
  // As it stands in the text of a consent, with whatever would mean something to the comparison taken as it is.
  const member = `"resource":${JSON.stringify(identifier)},`.replaceAll(/[\\%_]/g, (special) => `\\${special}`)
  const { people } = await queries
    .selectFrom('grants')
    .select((expression) => expression.fn.count<number | string>('person_id').distinct().as('people'))
    .where('revoked_at', 'is', null)
    // As its index says it (migration 0013).
    .where(sql<boolean>`resources <> '[]'`)
    .where(sql<boolean>`resources like ${`%${member}%`} escape '\\'`)
    .executeTakeFirstOrThrow()
  return Number(people)
}
