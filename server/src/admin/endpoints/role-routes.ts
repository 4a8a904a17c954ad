// HTTP for roles: what who asks may do here, and giving and taking roles.
import { adminEndpoints } from '@countersign/api/admin-endpoints'
import { adminRoutes } from '@countersign/api/admin-routes'
import type { AdminEndpointOutput } from '@countersign/api/admin-endpoints'
import { registerEndpointRoute } from '../../platform/register-endpoint.ts'
import type { AppContext } from '../../platform/register-endpoint.ts'
import { registerAdminEndpoint } from '../authorization/register-admin-endpoint.ts'
import { grantRole } from '../../store/roles/grant-role.ts'
import { hasTrustedBrowserOrStepUp } from '../../auth/session-guard/require-session.ts'
import { findAdminCaller } from '../authorization/require-permission.ts'
import { revokeRole } from '../../store/roles/revoke-role.ts'

export function registerRoleRoutes(app: AppContext): void {
  const { clock, random } = app
  const { limits } = app.settings
  const { queries } = app.database

  registerEndpointRoute(
    app,
    {
      ...adminRoutes.readAdminSession,
      name: 'readAdminSession',
      call: adminEndpoints.readAdminSession,
      acceptsApiTokens: true,
    },
    async ({ request }): Promise<AdminEndpointOutput<'readAdminSession'>> => {
      const { admin, signedIn } = await findAdminCaller(app, request)
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
