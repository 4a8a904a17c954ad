// Who asks for something that few may do, and whether they may: somebody with a role in a session, or a program with a token.
// Both are looked up at every request, so that a role that was taken away is gone at once (THREATS N11).
import { permissionsOf } from '@countersign/api/permissions'
import type { Permission, Role } from '@countersign/api/permissions'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../activity/actor.ts'
import type { App } from '../platform/call.ts'
import { showsToken } from '../platform/http.ts'
import { networkPrefix } from '../platform/network-prefix.ts'
import { Refusal } from '../platform/refusal.ts'
import { requireConfirmed, requireSession } from '../sessions/require-session.ts'
import { isWithinRoleLimits } from '../sessions/role-limits.ts'
import { rolesOf } from './store.ts'
import { requireToken } from './tokens.ts'

/** Who asks, and what they may do. */
export interface Admin {
  actor: Exclude<Actor, { kind: 'operator' }>
  /** None where a token asks. */
  roles: readonly Role[]
  permissions: readonly Permission[]
}

/**
 * Who asks, whatever they may do.
 * @throws Refusal `session.required`, `token.refused`
 */
export async function requireAdmin(app: App, request: FastifyRequest): Promise<Admin> {
  // A request that shows a token is that token's alone: a cookie beside it adds nothing (THREATS N1).
  if (showsToken(request)) return { roles: [], ...(await requireToken(app, request)) }
  const { person, session } = await requireSession(app, request)
  const actor = { kind: 'person', personId: person.id, sessionId: session.id } as const
  const roles = await rolesOf(app.database.queries, person.id)
  // Such sessions are short by themselves; one that began at the very moment when its person was given a role is so here.
  if (roles.length > 0 && !isWithinRoleLimits(session, app.settings.limits, app.clock())) throw new Refusal('session.required', { privateDetail: 'too old for a role' })
  return { actor, roles, permissions: permissionsOf(roles) }
}

/**
 * Who asks, where they may.
 * @param options.changes whether it changes something: then a proof of a moment ago is needed as well, but of a token, which cannot give any
 * @throws Refusal `session.required`, `token.refused`, `permission.lacking`, `step_up.required`; `rate.limited` in place of these where
 * too much was refused
 */
export async function requirePermission(app: App, request: FastifyRequest, permission: Permission, { changes }: { changes: boolean }): Promise<Admin> {
  const admin = await countRefusals(app, request, async () => {
    const found = await requireAdmin(app, request)
    if (!found.permissions.includes(permission)) throw new Refusal('permission.lacking', { privateDetail: permission })
    return found
  })
  if (changes && admin.actor.kind === 'person') await requireConfirmed(app, request)
  return admin
}

/** Counts what is refused for want of a permission: who looks for a way in does not do so without end. */
async function countRefusals<Result>({ rateLimits }: App, request: FastifyRequest, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal && (error.code === 'permission.lacking' || error.code === 'token.refused')) await rateLimits.adminRefusalsOfNetwork(networkPrefix(request.ip))
    throw error
  }
}
