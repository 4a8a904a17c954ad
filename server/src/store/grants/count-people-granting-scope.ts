import type { ConsentableScope } from '@countersign/api/api-endpoints'
import { sql } from 'kysely'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'

export async function countPeopleGrantingScope(
  queries: DatabaseQueryBuilder,
  applicationId: string,
  part: ConsentableScope,
): Promise<number> {
  const { people } = await queries
    .selectFrom('grants')
    .select((expression) => expression.fn.countAll<number | string>().as('people'))
    .where('application_id', '=', applicationId)
    .where('revoked_at', 'is', null)
    .where(sql<string>`' ' || scopes || ' '`, 'like', `% ${part} %`)
    .executeTakeFirstOrThrow()
  return Number(people)
}
