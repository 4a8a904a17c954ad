// Prevents privilege escalation: no one can change a person with more permissions (THREATS N11).
import { listPermissionsOfAdminRoles } from '@countersign/api/admin-role-permissions'
import type { AuditActor } from '../../audit-log/audit-actor.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { ApiError } from '../../platform/api-error.ts'
import { listRolesOfPerson } from './role-store.ts'

/** Tokens cannot change a person with a role. */
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

/** Requires the person row lock. @throws ApiError `permission.denied` */
export async function requirePersonChangePermission(
  queries: DatabaseQueryBuilder,
  actor: AuditActor,
  personId: string,
): Promise<void> {
  if (!(await canActorChangePerson(queries, actor, personId)))
    throw new ApiError('permission.denied', { privateDetail: 'the target has more permissions' })
}
