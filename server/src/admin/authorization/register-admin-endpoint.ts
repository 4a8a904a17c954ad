// The guard (authorization middleware) of the administration: ties a call of it to the function that answers it. Which permission it needs
// stands in the contract, and is asked for here, before anything of the request is parsed, so that no function can forget it: without one
// nobody gets in (SPEC point 6; THREATS N11).
import { adminEndpoints } from '@countersign/api/admin-endpoints'
import type { AdminEndpointOutput, AdminEndpointDefinition, AdminEndpointInput } from '@countersign/api/admin-endpoints'
import { adminRoutes } from '@countersign/api/admin-routes'
import type { AdminEndpointName } from '@countersign/api/admin-routes'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { registerEndpointRoute } from '../../platform/register-endpoint.ts'
import type { EndpointOptions } from '../../platform/register-endpoint.ts'
import { requirePermission } from './require-permission.ts'
import type { AdminCaller, AdminAppContext } from './require-permission.ts'

export type { AdminCaller, AdminAppContext }

type AdminEndpointHandler<Name extends AdminEndpointName> = (
  input: AdminEndpointInput<Name> & { request: FastifyRequest; reply: FastifyReply; admin: AdminCaller },
) => Promise<AdminEndpointOutput<Name>>

/**
 * Registers the function that answers a call which needs a permission.
 * @param handler is given the checked input, and who asks
 */
export function registerAdminEndpoint<Name extends AdminEndpointName>(
  app: AdminAppContext,
  name: Name,
  handler: AdminEndpointHandler<Name>,
  options: Pick<EndpointOptions, 'maxBodyBytes'> = {},
): void {
  const call: AdminEndpointDefinition = adminEndpoints[name]
  const { permission } = call
  if (permission === null) throw new Error(`${name} needs no permission: register it by registerRoute`)
  const admitted = new WeakMap<FastifyRequest, AdminCaller>()
  const authorizeEarly = async (request: FastifyRequest): Promise<void> => {
    admitted.set(request, await requirePermission(app, request, permission, { fresh: call.fresh }))
  }
  registerEndpointRoute(
    app,
    { ...adminRoutes[name], name, call, ...options, authorizeEarly, acceptsApiTokens: true },
    async (input) => {
      const admin = admitted.get(input.request)
      if (admin === undefined) throw new Error(`${name} was reached by a request that nobody let in`)
      return handler({ ...input, admin } as AdminEndpointInput<Name> & {
        request: FastifyRequest
        reply: FastifyReply
        admin: AdminCaller
      })
    },
  )
}
