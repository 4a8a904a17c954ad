// Who asks for something that few may do, and whether they may: somebody with a role in a session, or a program with a token.
// Both are looked up at every request, so that a role that was taken away is gone at once (THREATS N11).
import { permissions as allPermissions, permissionsOf } from '@countersign/api/permissions'
import type { Permission, Role } from '@countersign/api/permissions'
import type { FastifyRequest } from 'fastify'
import { operator } from '../../audit-log/actor.ts'
import type { Actor } from '../../audit-log/actor.ts'
import type { App } from '../../platform/call.ts'
import { showsToken } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { callerOf } from '../../auth/session-guard/caller.ts'
import { isConfirmed, isTrusted, requireSession } from '../../auth/session-guard/require-session.ts'
import type { SignedIn } from '../../auth/session-guard/require-session.ts'
import { isWithinRoleLimits } from '../../store/sessions/role-limits.ts'
import { rolesOf } from '../../store/roles/store.ts'
import { requireToken } from '../../store/roles/tokens.ts'

/** Who asks, and what they may do. */
export interface Admin {
  actor: Actor
  /** None where a token asks. */
  roles: readonly Role[]
  permissions: readonly Permission[]
}

/** The operator at the command line of the machine, who may do everything. */
export const localOperator: Admin = {
  actor: operator,
  roles: [],
  permissions: Object.keys(allPermissions) as Permission[],
}

/** An app for calls of the administration. */
export interface AdminApp extends App {
  /**
   * The one caller of an app that serves the command line within its process. An app that listens has none, and nothing in a request sets it
   * (THREATS N11).
   */
  caller?: Admin
}

/**
 * The person who calls, by themselves or by a token.
 * @throws Refusal `permission.lacking` for the operator at the command line
 */
export function requirePerson({ actor }: Admin): Exclude<Actor, { kind: 'operator' }> {
  if (actor.kind === 'operator') throw new Refusal('permission.lacking', { privateDetail: 'only for people' })
  return actor
}

/**
 * Who asks, whatever they may do, and the session that they ask in; null where a token asks.
 * @throws Refusal `session.required`, `token.refused`
 */
export async function findAdmin(
  app: App,
  request: FastifyRequest,
): Promise<{ admin: Admin; signedIn: SignedIn | null }> {
  // A request that shows a token is that token's alone: a cookie beside it adds nothing (THREATS N1).
  if (showsToken(request)) return { admin: { roles: [], ...(await requireToken(app, request)) }, signedIn: null }
  const signedIn = await requireSession(app, request)
  const { person, session } = signedIn
  const roles = await rolesOf(app.database.queries, person.id)
  // Such sessions are short by themselves; one that began at the very moment when its person was given a role is so here.
  if (roles.length > 0 && !isWithinRoleLimits(session, app.settings.limits, app.clock()))
    throw new Refusal('session.required', { privateDetail: 'too old for a role' })
  return {
    admin: {
      actor: { kind: 'person', personId: person.id, sessionId: session.id },
      roles,
      permissions: permissionsOf(roles),
    },
    signedIn,
  }
}

/**
 * Who asks, where they may. A signature that was carried here from another site lets in and no further: what is told of others needs a
 * browser that is known to be the person's own (THREATS M17). A token cannot give any proof but itself.
 * @param options.fresh whether a proof of a moment ago is needed, as for whatever changes something
 * @throws Refusal `session.required`, `token.refused`, `permission.lacking`, `step_up.required`; `rate.limited` in place of these where
 * too much was refused
 */
export async function requirePermission(
  app: AdminApp,
  request: FastifyRequest,
  permission: Permission,
  { fresh }: { fresh: boolean },
): Promise<Admin> {
  if (app.caller !== undefined) return app.caller
  const { admin, signedIn } = await countRefusals(app, request, async () => {
    const found = await findAdmin(app, request)
    if (!found.admin.permissions.includes(permission))
      throw new Refusal('permission.lacking', { privateDetail: permission })
    return found
  })
  const isSure = fresh ? isConfirmed : isTrusted
  if (signedIn !== null && !isSure(app, request, signedIn)) throw new Refusal('step_up.required')
  return admin
}

/** Whether who asks may go on: who takes a file slowly must not take it for longer than they may read what is in it (THREATS N11, P4). */
export async function stillMay(app: AdminApp, request: FastifyRequest, permission: Permission): Promise<boolean> {
  try {
    await requirePermission(app, request, permission, { fresh: false })
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** Counts what is refused for want of a permission: who looks for a way in does not do so without end. */
async function countRefusals<Result>(app: App, request: FastifyRequest, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal && (error.code === 'permission.lacking' || error.code === 'token.refused'))
      await app.rateLimits.enter('adminRefusals', callerOf(app, request))
    throw error
  }
}
