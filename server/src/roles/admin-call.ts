// Ties a call of the administration to the function that answers it. Which permission it needs stands in the contract, and is
// asked for here, so that no function can forget it: without one nobody gets in (SPEC point 6; THREATS N11).
import { adminCalls } from '@countersign/api/admin-calls'
import type { AdminAnswer, AdminCall, AdminInput } from '@countersign/api/admin-calls'
import { adminRoutes } from '@countersign/api/admin-routes'
import type { AdminCallName } from '@countersign/api/admin-routes'
import { permissionsOf } from '@countersign/api/permissions'
import type { Permission } from '@countersign/api/permissions'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../activity/actor.ts'
import { registerRoute } from '../platform/call.ts'
import type { App, CallOptions } from '../platform/call.ts'
import { Refusal } from '../platform/refusal.ts'
import { requireConfirmed, requireSession } from '../sessions/require-session.ts'
import { rolesOf } from './store.ts'

/** Who asks, and what they may do. */
export interface Admin {
  actor: Exclude<Actor, { kind: 'operator' }>
  permissions: readonly Permission[]
}

type Handler<Name extends AdminCallName> = (
  input: AdminInput<Name> & { request: FastifyRequest; reply: FastifyReply; admin: Admin },
) => Promise<AdminAnswer<Name>>

/**
 * Registers the function that answers a call which needs a permission.
 * @param handler is given the checked input, and who asks
 */
export function registerAdminCall<Name extends AdminCallName>(app: App, name: Name, handler: Handler<Name>, options: CallOptions = {}): void {
  const call: AdminCall = adminCalls[name]
  const { permission } = call
  if (permission === null) throw new Error(`${name} needs no permission: register it by registerRoute`)
  registerRoute(app, { ...adminRoutes[name], name, call, ...options }, async (input) => {
    const admin = await requirePermission(app, input.request, permission, { changes: call.errors.includes('step_up.required') })
    return handler({ ...input, admin } as AdminInput<Name> & { request: FastifyRequest; reply: FastifyReply; admin: Admin })
  })
}

/**
 * Who asks, where they may.
 * @param options.changes whether it changes something: then a proof of a moment ago is needed as well
 * @throws Refusal `session.required`, `permission.lacking`, `step_up.required`
 */
export async function requirePermission(app: App, request: FastifyRequest, permission: Permission, { changes }: { changes: boolean }): Promise<Admin> {
  const { person, session } = await requireSession(app, request)
  const permissions = permissionsOf(await rolesOf(app.database.queries, person.id))
  if (!permissions.includes(permission)) throw new Refusal('permission.lacking', { privateDetail: permission })
  if (changes) await requireConfirmed(app, request)
  return { actor: { kind: 'person', personId: person.id, sessionId: session.id }, permissions }
}
