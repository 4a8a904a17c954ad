// Against privilege escalation: nobody changes a person who may do more here than they may themselves. An administrator could otherwise
// suspend or erase the owners but one, and a token that leaked whoever could revoke it (THREATS N11).
import { listPermissionsOfAdminRoles } from '@countersign/api/admin-role-permissions'
import type { AuditActor } from '../../audit-log/audit-actor.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { ApiError } from '../../platform/api-error.ts'
import { listRolesOfPerson } from './role-store.ts'

/** Whether this actor may change this person: nobody may change whoever may do more, and a token nobody who has a role at all. */
export async function canActorChangePerson(
  queries: DatabaseQueryBuilder,
  actor: AuditActor,
  personId: string,
): Promise<boolean> {
  if (actor.kind === 'operator') return true
  const theirs = listPermissionsOfAdminRoles(await listRolesOfPerson(queries, personId))
  const own =
    actor.kind === 'token' ? [] : listPermissionsOfAdminRoles(await listRolesOfPerson(queries, actor.personId))
  return theirs.every((permission) => own.includes(permission))
}

/**
 * Makes sure that this actor may change this person. A token changes nobody who has a role at all. Hold the person before.
 * @throws ApiError `permission.denied`
 */
export async function requirePersonChangePermission(
  queries: DatabaseQueryBuilder,
  actor: AuditActor,
  personId: string,
): Promise<void> {
  if (!(await canActorChangePerson(queries, actor, personId)))
    throw new ApiError('permission.denied', { privateDetail: 'they may do more' })
}
