import { adminApiEndpoints } from '@countersign/api/admin-api-endpoints'
import { adminApiRoutes } from '@countersign/api/admin-api-route-paths'
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { registerApiEndpointRoute } from '../../platform/register-api-endpoint.ts'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import { registerAdminEndpoint } from '../authorization/register-admin-endpoint.ts'
import { grantRole } from '../../store/roles/grant-role.ts'
import { hasTrustedBrowserOrStepUp } from '../../auth/session-guard/require-request-session.ts'
import { authenticateAdminCaller } from '../authorization/require-admin-permission.ts'
import { revokeRole } from '../../store/roles/revoke-role.ts'

export function registerAdminRoleRoutes(app: ServerAppContext): void {
  const { clock, random } = app
  const { limits } = app.settings
  const { queries } = app.database

  registerApiEndpointRoute(
    app,
    {
      ...adminApiRoutes.readAdminSession,
      name: 'readAdminSession',
      call: adminApiEndpoints.readAdminSession,
      acceptsApiTokens: true,
    },
    async ({ request }): Promise<AdminApiEndpointOutput<'readAdminSession'>> => {
      const { admin, signedIn } = await authenticateAdminCaller(app, request)
      const trusted = signedIn === null || hasTrustedBrowserOrStepUp(app, request, signedIn)
      return { roles: [...admin.roles], permissions: [...admin.permissions], trusted }
    },
  )

  registerAdminEndpoint(app, 'grantRole', async ({ params, admin }) => {
    await grantRole(
      { queries, random, limits },
      { personId: params.id, role: params.role, actor: admin.actor, now: clock() },
    )
    return undefined
  })

  registerAdminEndpoint(app, 'revokeRole', async ({ params, admin }) => {
    await revokeRole({ queries, random }, { personId: params.id, role: params.role, actor: admin.actor, now: clock() })
    return undefined
  })
}
