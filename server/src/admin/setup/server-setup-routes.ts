// HTTP for the first start: whether there is an owner, becoming it, and the check list that follows.
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
      // The sign-in itself is proof enough, where it is of this browser and of a moment ago: an old session may stand open by accident.
      const isFresh = session.created_at + limits.stepUpFreshnessSeconds * 1000 > now
      if (!isFresh || !isRequestFromSessionBrowser(app, request, session)) throw new ApiError('step_up.required')
      // Counted by network alone, and not of who is not signed in: others must not be able to use up the operator's tries. The code is too long
      // to be guessed from however many networks.
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
