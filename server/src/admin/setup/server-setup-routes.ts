import { adminApiEndpoints } from '@countersign/api/admin-api-endpoints'
import type { AdminApiEndpointOutput, AdminApiEndpointInput } from '@countersign/api/admin-api-endpoints'
import { adminApiRoutes } from '@countersign/api/admin-api-route-paths'
import { registerApiEndpointRoute } from '../../platform/register-api-endpoint.ts'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import { ApiError } from '../../platform/api-error.ts'
import { registerAdminEndpoint } from '../authorization/register-admin-endpoint.ts'
import { hasEverHadOwner } from '../../store/roles/role-store.ts'
import { identifySignedInRateLimitCaller } from '../../auth/session-guard/identify-rate-limit-caller.ts'
import { isRequestFromSessionBrowser, requireRequestSession } from '../../auth/session-guard/require-request-session.ts'
import { claimServerOwnership } from './claim-server-ownership.ts'
import { dismissServerSetupStep, listServerSetupSteps } from './server-setup-checklist.ts'

export function registerServerSetupRoutes(app: ServerAppContext): void {
  const { clock, random, rateLimiter } = app
  const { limits, chains } = app.settings
  const { queries } = app.database

  registerApiEndpointRoute(
    app,
    { ...adminApiRoutes.readSetup, name: 'readSetup', call: adminApiEndpoints.readSetup },
    async (): Promise<AdminApiEndpointOutput<'readSetup'>> => ({ owned: await hasEverHadOwner(queries) }),
  )

  registerApiEndpointRoute(
    app,
    { ...adminApiRoutes.claimOwnership, name: 'claimOwnership', call: adminApiEndpoints.claimOwnership },
    async ({ body, request }) => {
      const { person, session } = await requireRequestSession(app, request)
      const now = clock()
      // A recent sign-in in this browser suffices; an older session may be on an unattended device.
      const isFresh = session.created_at + limits.stepUpFreshnessSeconds * 1000 > now
      if (!isFresh || !isRequestFromSessionBrowser(app, request, session)) throw new ApiError('step_up.required')
      // Requests of signed-out callers do not count, so they cannot use up the operator's tries.
      const caller = identifySignedInRateLimitCaller(request)
      await rateLimiter.consumeNetworkBudget('setupTries', caller)
      await rateLimiter.consumeSharedBudget('setupTries', caller)
      await claimServerOwnership(
        { queries, random, limits },
        { person, session, code: (body as AdminApiEndpointInput<'claimOwnership'>['body']).code, now },
      )
      return undefined
    },
  )

  registerAdminEndpoint(app, 'readSetupSteps', async () => ({
    steps: await listServerSetupSteps(queries, chains.length),
  }))

  registerAdminEndpoint(app, 'dismissSetupStep', async ({ params }) => {
    await dismissServerSetupStep(queries, params.step)
    return undefined
  })
}
