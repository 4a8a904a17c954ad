// The SQL of roles. Read from the database at every request, so that one that was taken away is gone at once (THREATS N11).
import { roles } from '@countersign/api/permissions'
import type { Role } from '@countersign/api/permissions'
import type { Queries } from '../platform/database/open-database.ts'
import { prepare } from '../platform/database/prepared.ts'

const selectRoles = prepare((queries, personId: string) => queries.selectFrom('role_assignments').select('role').where('person_id', '=', personId))

/** The roles of a person, the lesser first. */
export async function rolesOf(queries: Queries, personId: string): Promise<Role[]> {
  const held = (await selectRoles(queries, personId)).map(({ role }) => role)
  return roles.filter((role) => held.includes(role))
}
