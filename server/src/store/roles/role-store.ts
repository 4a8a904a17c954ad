// Queries for roles, read at every request so that revocation is immediate (THREATS N11).
import { adminRoles } from '@countersign/api/admin-role-permissions'
import type { AdminRole } from '@countersign/api/admin-role-permissions'
import { isActivePersonSql } from '../people/active-person-sql-condition.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { prepareSqlQuery } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'

const selectRoles = prepareSqlQuery((queries, personId: string) =>
  queries.selectFrom('role_assignments').select('role').where('person_id', '=', personId),
)

export async function listRolesOfPerson(queries: DatabaseQueryBuilder, personId: string): Promise<AdminRole[]> {
  const held = (await selectRoles(queries, personId)).map(({ role }) => role)
  return adminRoles.filter((role) => held.includes(role))
}

export async function insertRoleAssignment(
  transaction: DatabaseTransaction,
  assignment: { personId: string; role: AdminRole; grantedBy: string | null; now: number },
): Promise<boolean> {
  const { personId, role, grantedBy, now } = assignment
  const inserted = await transaction
    .insertInto('role_assignments')
    .values({ person_id: personId, role, granted_by: grantedBy, granted_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('role')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function deleteRoleAssignment(
  transaction: DatabaseTransaction,
  personId: string,
  role: AdminRole,
): Promise<boolean> {
  const removed = await transaction
    .deleteFrom('role_assignments')
    .where('person_id', '=', personId)
    .where('role', '=', role)
    .returning('role')
    .executeTakeFirst()
  return removed !== undefined
}

export async function hasActiveOwner(queries: DatabaseQueryBuilder, except: string | null = null): Promise<boolean> {
  let query = queries
    .selectFrom('role_assignments')
    .innerJoin('people', 'people.id', 'role_assignments.person_id')
    .select('person_id')
    .where('role', '=', 'owner')
    .where(isActivePersonSql())
  if (except !== null) query = query.where('person_id', '!=', except)
  return (await query.limit(1).executeTakeFirst()) !== undefined
}

/** Includes suspended owners. */
export async function hasEverHadOwner(queries: DatabaseQueryBuilder): Promise<boolean> {
  return (
    (await queries
      .selectFrom('role_assignments')
      .select('person_id')
      .where('role', '=', 'owner')
      .limit(1)
      .executeTakeFirst()) !== undefined
  )
}

/** Roles that they granted to others stay, but lose `granted_by`. */
export async function deleteRolesOfPeople(
  transaction: DatabaseTransaction,
  personIds: readonly string[],
): Promise<void> {
  await transaction.deleteFrom('role_assignments').where('person_id', 'in', personIds).execute()
  await transaction
    .updateTable('role_assignments')
    .set({ granted_by: null })
    .where('granted_by', 'in', personIds)
    .execute()
}
