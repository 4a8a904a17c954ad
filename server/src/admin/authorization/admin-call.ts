// The guard (authorization middleware) of the administration: ties a call of it to the function that answers it. Which permission it needs
// stands in the contract, and is asked for here, before anything of the request is parsed, so that no function can forget it: without one
// nobody gets in (SPEC point 6; THREATS N11).
import { adminCalls } from '@countersign/api/admin-calls'
import type { AdminAnswer, AdminCall, AdminInput } from '@countersign/api/admin-calls'
import { adminRoutes } from '@countersign/api/admin-routes'
import type { AdminCallName } from '@countersign/api/admin-routes'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { registerRoute } from '../../platform/call.ts'
import type { CallOptions } from '../../platform/call.ts'
import { requirePermission } from './require-permission.ts'
import type { Admin, AdminApp } from './require-permission.ts'

export type { Admin, AdminApp }

type Handler<Name extends AdminCallName> = (
  input: AdminInput<Name> & { request: FastifyRequest; reply: FastifyReply; admin: Admin },
) => Promise<AdminAnswer<Name>>

/**
 * Registers the function that answers a call which needs a permission.
 * @param handler is given the checked input, and who asks
 */
export function registerAdminCall<Name extends AdminCallName>(
  app: AdminApp,
  name: Name,
  handler: Handler<Name>,
  options: Pick<CallOptions, 'bodyBytes'> = {},
): void {
  const call: AdminCall = adminCalls[name]
  const { permission } = call
  if (permission === null) throw new Error(`${name} needs no permission: register it by registerRoute`)
  const admitted = new WeakMap<FastifyRequest, Admin>()
  const admit = async (request: FastifyRequest): Promise<void> => {
    admitted.set(request, await requirePermission(app, request, permission, { fresh: call.fresh }))
  }
  registerRoute(app, { ...adminRoutes[name], name, call, ...options, admit, openToTokens: true }, async (input) => {
    const admin = admitted.get(input.request)
    if (admin === undefined) throw new Error(`${name} was reached by a request that nobody let in`)
    return handler({ ...input, admin } as AdminInput<Name> & {
      request: FastifyRequest
      reply: FastifyReply
      admin: Admin
    })
  })
}
