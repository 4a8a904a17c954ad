// Who asks for something that few may do, and whether they may: somebody with a role in a session, or a program with a token.
// Both are looked up at every request, so that a role that was taken away is gone at once (THREATS N11).
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

/** Who asks, and what they may do. */
export interface AdminCaller {
  actor: AuditActor
  /** None where a token asks. */
  roles: readonly AdminRole[]
  permissions: readonly AdminPermission[]
}

/** The operator at the command line of the machine, who may do everything. */
export const cliOperatorCaller: AdminCaller = {
  actor: operatorAuditActor,
  roles: [],
  permissions: Object.keys(rolesByPermission) as AdminPermission[],
}

/** An app for calls of the administration. */
export interface AdminEndpointContext extends ServerAppContext {
  /**
   * The one caller of an app that serves the command line within its process. An app that listens has none, and nothing in a request sets it
   * (THREATS N11).
   */
  caller?: AdminCaller
}

/**
 * The person who calls, by themselves or by a token.
 * @throws ApiError `permission.denied` for the operator at the command line
 */
export function requirePersonCaller({ actor }: AdminCaller): Exclude<AuditActor, { kind: 'operator' }> {
  if (actor.kind === 'operator') throw new ApiError('permission.denied', { privateDetail: 'only for people' })
  return actor
}

/**
 * Who asks, whatever they may do, and the session that they ask in; null where a token asks.
 * @throws ApiError `session.required`, `api_token.invalid`
 */
export async function authenticateAdminCaller(
  app: ServerAppContext,
  request: FastifyRequest,
): Promise<{ admin: AdminCaller; signedIn: AuthenticatedSession | null }> {
  // A request that shows a token is that token's alone: a cookie beside it adds nothing (THREATS N1).
  if (hasBearerToken(request))
    return { admin: { roles: [], ...(await authenticateApiToken(app, request)) }, signedIn: null }
  const signedIn = await requireRequestSession(app, request)
  const { person, session } = signedIn
  const roles = await listRolesOfPerson(app.database.queries, person.id)
  // Such sessions are short by themselves; one that began at the very moment when its person was given a role is so here.
  if (roles.length > 0 && !isWithinRoleSessionLifetime(session, app.settings.limits, app.clock()))
    throw new ApiError('session.required', { privateDetail: 'too old for a role' })
  return {
    admin: {
      actor: { kind: 'person', personId: person.id, sessionId: session.id },
      roles,
      permissions: listPermissionsOfAdminRoles(roles),
    },
    signedIn,
  }
}

/**
 * Who asks, where they may. A signature that was carried here from another site lets in and no further: what is told of others needs a
 * browser that is known to be the person's own (THREATS M17). A token cannot give any proof but itself.
 * @param options.fresh whether a proof of a moment ago is needed, as for whatever changes something
 * @throws ApiError `session.required`, `api_token.invalid`, `permission.denied`, `step_up.required`; `rate.limited` in place of these where
 * too much was refused
 */
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

/** Whether who asks may go on: who takes a file slowly must not take it for longer than they may read what is in it (THREATS N11, P4). */
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

/** Counts what is refused for want of a permission: who looks for a way in does not do so without end. */
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
