// HTTP for roles: what who asks may do here, and giving and taking roles.
import { adminCalls } from '@countersign/api/admin-calls'
import { adminRoutes } from '@countersign/api/admin-routes'
import type { AdminAnswer } from '@countersign/api/admin-calls'
import { registerRoute } from '../../platform/call.ts'
import type { App } from '../../platform/call.ts'
import { registerAdminCall } from '../authorization/admin-call.ts'
import { grantRole } from '../../store/roles/grant-role.ts'
import { isTrusted } from '../../auth/session-guard/require-session.ts'
import { findAdmin } from '../authorization/require-permission.ts'
import { revokeRole } from '../../store/roles/revoke-role.ts'

export function registerRoles(app: App): void {
  const { clock, random } = app
  const { limits } = app.settings
  const { queries } = app.database

  registerRoute(
    app,
    { ...adminRoutes.readAdmin, name: 'readAdmin', call: adminCalls.readAdmin, openToTokens: true },
    async ({ request }): Promise<AdminAnswer<'readAdmin'>> => {
      const { admin, signedIn } = await findAdmin(app, request)
      const trusted = signedIn === null || isTrusted(app, request, signedIn)
      return { roles: [...admin.roles], permissions: [...admin.permissions], trusted }
    },
  )

  registerAdminCall(app, 'grantRole', async ({ params, admin }) => {
    await grantRole(
      { queries, random, limits },
      { personId: params.id, role: params.role, actor: admin.actor, now: clock() },
    )
    return undefined
  })

  registerAdminCall(app, 'revokeRole', async ({ params, admin }) => {
    await revokeRole({ queries, random }, { personId: params.id, role: params.role, actor: admin.actor, now: clock() })
    return undefined
  })
}
