// Permissions are read for each request, so that a revoked role takes effect at once (THREATS N11).
import { rolesByPermission, listPermissionsOfAdminRoles } from '@countersign/api/admin-role-permissions'
import type { AdminPermission, AdminRole } from '@countersign/api/admin-role-permissions'
import type { FastifyRequest } from 'fastify'
import { operatorAuditActor } from '../../audit-log/audit-actor.ts'
import type { AuditActor } from '../../audit-log/audit-actor.ts'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import { hasBearerToken } from '../../platform/http-server.ts'
import { ApiError } from '../../platform/api-error.ts'
import { identifyRateLimitCaller } from '../../auth/session-guard/identify-rate-limit-caller.ts'
import {
  hasFreshStepUp,
  hasTrustedBrowserOrStepUp,
  requireRequestSession,
} from '../../auth/session-guard/require-request-session.ts'
import type { AuthenticatedSession } from '../../auth/session-guard/require-request-session.ts'
import { isWithinRoleSessionLifetime } from '../../store/sessions/role-session-lifetime-rules.ts'
import { listRolesOfPerson } from '../../store/roles/role-store.ts'
import { authenticateApiToken } from '../../store/roles/api-tokens.ts'

export interface AdminCaller {
  actor: AuditActor
  /** An API token has no roles. */
  roles: readonly AdminRole[]
  permissions: readonly AdminPermission[]
}

export const cliOperatorCaller: AdminCaller = {
  actor: operatorAuditActor,
  roles: [],
  permissions: Object.keys(rolesByPermission) as AdminPermission[],
}

export interface AdminEndpointContext extends ServerAppContext {
  /** Set only by the command line, which runs in-process, and never by a request (THREATS N11). */
  caller?: AdminCaller
}

export function requirePersonCaller({ actor }: AdminCaller): Exclude<AuditActor, { kind: 'operator' }> {
  if (actor.kind === 'operator')
    throw new ApiError('permission.denied', { privateDetail: 'the CLI operator is not a person' })
  return actor
}

async function authenticateTokenCaller(app: ServerAppContext, request: FastifyRequest): Promise<AdminCaller> {
  const { actor, permissions } = await authenticateApiToken(app, request)
  return { actor, roles: [], permissions }
}

export async function authenticateAdminCaller(
  app: ServerAppContext,
  request: FastifyRequest,
): Promise<{ admin: AdminCaller; signedIn: AuthenticatedSession | null }> {
  // If the request has a bearer token, its session cookie is ignored (THREATS N1).
  if (hasBearerToken(request)) return { admin: await authenticateTokenCaller(app, request), signedIn: null }
  const signedIn = await requireRequestSession(app, request)
  const { person, session } = signedIn
  const roles = await listRolesOfPerson(app.database.queries, person.id)
  // This covers a session that started at the same time as its person got the role.
  if (roles.length > 0 && !isWithinRoleSessionLifetime(session, app.settings.limits, app.clock()))
    throw new ApiError('session.required', { privateDetail: 'the session is too old for a person with a role' })
  return {
    admin: {
      actor: { kind: 'person', personId: person.id, sessionId: session.id },
      roles,
      permissions: listPermissionsOfAdminRoles(roles),
    },
    signedIn,
  }
}

/** Requires a trusted browser, because a relayed signature can start a session (THREATS M17). */
export async function requireAdminPermission(
  app: AdminEndpointContext,
  request: FastifyRequest,
  permission: AdminPermission,
  { fresh }: { fresh: boolean },
): Promise<AdminCaller> {
  if (app.caller !== undefined) return app.caller
  const { admin, signedIn } = await countAuthorizationFailures(app, request, async () => {
    const found = await authenticateAdminCaller(app, request)
    if (!found.admin.permissions.includes(permission))
      throw new ApiError('permission.denied', { privateDetail: permission })
    return found
  })
  const isSure = fresh ? hasFreshStepUp : hasTrustedBrowserOrStepUp
  if (signedIn !== null && !isSure(app, request, signedIn)) throw new ApiError('step_up.required')
  return admin
}

/** Rechecks the permission during a slow download (THREATS N11, P4). */
export async function isAdminStillPermitted(
  app: AdminEndpointContext,
  request: FastifyRequest,
  permission: AdminPermission,
): Promise<boolean> {
  try {
    await requireAdminPermission(app, request, permission, { fresh: false })
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

async function countAuthorizationFailures<Result>(
  app: ServerAppContext,
  request: FastifyRequest,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ApiError && (error.code === 'permission.denied' || error.code === 'api_token.invalid'))
      await app.rateLimiter.consumeNetworkBudget('adminRefusals', identifyRateLimitCaller(app, request))
    throw error
  }
}
