// Registers admin endpoints and enforces their permissions (SPEC point 6; THREATS N11).
import { adminApiEndpoints } from '@countersign/api/admin-api-endpoints'
import type {
  AdminApiEndpointOutput,
  AdminApiEndpointDefinition,
  AdminApiEndpointInput,
} from '@countersign/api/admin-api-endpoints'
import { adminApiRoutes } from '@countersign/api/admin-api-route-paths'
import type { AdminApiEndpointName } from '@countersign/api/admin-api-route-paths'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { registerApiEndpointRoute } from '../../platform/register-api-endpoint.ts'
import type { ApiEndpointOptions } from '../../platform/register-api-endpoint.ts'
import { requireAdminPermission } from './require-admin-permission.ts'
import type { AdminCaller, AdminEndpointContext } from './require-admin-permission.ts'

export type { AdminCaller, AdminEndpointContext }

type AdminEndpointHandler<Name extends AdminApiEndpointName> = (
  input: AdminApiEndpointInput<Name> & { request: FastifyRequest; reply: FastifyReply; admin: AdminCaller },
) => Promise<AdminApiEndpointOutput<Name>>

export function registerAdminEndpoint<Name extends AdminApiEndpointName>(
  app: AdminEndpointContext,
  name: Name,
  handler: AdminEndpointHandler<Name>,
  options: Pick<ApiEndpointOptions, 'maxBodyBytes'> = {},
): void {
  const call: AdminApiEndpointDefinition = adminApiEndpoints[name]
  const { permission } = call
  if (permission === null) throw new Error(`${name} needs no permission: register it with registerApiEndpoint`)
  const admitted = new WeakMap<FastifyRequest, AdminCaller>()
  const authorizeEarly = async (request: FastifyRequest): Promise<void> => {
    admitted.set(request, await requireAdminPermission(app, request, permission, { fresh: call.fresh }))
  }
  registerApiEndpointRoute(
    app,
    { ...adminApiRoutes[name], name, call, ...options, authorizeEarly, acceptsApiTokens: true },
    async (input) => {
      const admin = admitted.get(input.request)
      if (admin === undefined) throw new Error(`${name} was called without an authorization check`)
      return handler({ ...input, admin } as AdminApiEndpointInput<Name> & {
        request: FastifyRequest
        reply: FastifyReply
        admin: AdminCaller
      })
    },
  )
}
