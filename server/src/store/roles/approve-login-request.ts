import { apiTokenPermissions, listPermissionsOfAdminRoles } from '@countersign/api/admin-role-permissions'
import type { AdminPermission, AdminRole } from '@countersign/api/admin-role-permissions'
import type { AuditActor } from '../../audit-log/audit-actor.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type { ApiTokensTable } from '../../platform/database/database-schema.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { ApiError } from '../../platform/api-error.ts'
import { insertApiToken } from './create-api-token.ts'
import { answerLoginRequest } from './login-request-store.ts'
import type { LoginRequestRow } from './login-request-store.ts'

interface LoginApprovalContext {
  queries: DatabaseQueryBuilder
  random: RandomBytes
  limits: { apiTokensPerPerson: number; loginTokenLifetimeSeconds: number }
}

/** Everything that the roles allow, except roles, settings and tokens (THREATS N24). */
export function listLoginTokenPermissions(roles: readonly AdminRole[]): AdminPermission[] {
  const own = listPermissionsOfAdminRoles(roles)
  return apiTokenPermissions.filter((permission) => own.includes(permission))
}

/** @throws ApiError `login.invalid`, `api_token.too_many`, `session.required` */
export async function approveLoginRequest(
  { queries, random, limits }: LoginApprovalContext,
  {
    request,
    actor,
    roles,
    now,
  }: {
    request: LoginRequestRow
    actor: Extract<AuditActor, { kind: 'person' }>
    roles: readonly AdminRole[]
    now: number
  },
): Promise<ApiTokensTable> {
  const seconds = limits.loginTokenLifetimeSeconds
  return queries.transaction().execute(async (transaction) => {
    // Before the token, so that of two approvals one waits, and then finds the request answered.
    if (!(await answerLoginRequest(transaction, request, 'approved', now))) throw new ApiError('login.invalid')
    return insertApiToken(
      transaction,
      { random, limits },
      {
        actor,
        name: request.machine,
        permissions: listLoginTokenPermissions(roles),
        tokenHash: request.token_hash,
        now,
        expiresAt: now + seconds * 1000,
        isLogin: true,
        lifetime: { seconds },
      },
    )
  })
}
