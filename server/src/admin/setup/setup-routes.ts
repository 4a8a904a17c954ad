// HTTP for the first start: whether there is an owner, becoming it, and the check list that follows.
import { adminEndpoints } from '@countersign/api/admin-endpoints'
import type { AdminEndpointOutput, AdminEndpointInput } from '@countersign/api/admin-endpoints'
import { adminRoutes } from '@countersign/api/admin-routes'
import { registerEndpointRoute } from '../../platform/register-endpoint.ts'
import type { AppContext } from '../../platform/register-endpoint.ts'
import { ApiError } from '../../platform/api-error.ts'
import { registerAdminEndpoint } from '../authorization/register-admin-endpoint.ts'
import { hasEverHadOwner } from '../../store/roles/role-store.ts'
import { createSignedInRateLimitCaller } from '../../auth/session-guard/rate-limit-caller.ts'
import { isRequestFromSessionBrowser, requireSession } from '../../auth/session-guard/require-session.ts'
import { claimServerOwnership } from './claim-server-ownership.ts'
import { dismissSetupStep, listSetupSteps } from './setup-checklist.ts'

export function registerSetupRoutes(app: AppContext): void {
  const { clock, random, rateLimiter } = app
  const { limits, chains } = app.settings
  const { queries } = app.database

  registerEndpointRoute(
    app,
    { ...adminRoutes.readSetup, name: 'readSetup', call: adminEndpoints.readSetup },
    async (): Promise<AdminEndpointOutput<'readSetup'>> => ({ owned: await hasEverHadOwner(queries) }),
  )

  registerEndpointRoute(
    app,
    { ...adminRoutes.claimOwnership, name: 'claimOwnership', call: adminEndpoints.claimOwnership },
    async ({ body, request }) => {
      const { person, session } = await requireSession(app, request)
      const now = clock()
      // The sign-in itself is proof enough, where it is of this browser and of a moment ago: an old session may stand open by accident.
      const isFresh = session.created_at + limits.stepUpFreshnessSeconds * 1000 > now
      if (!isFresh || !isRequestFromSessionBrowser(app, request, session)) throw new ApiError('step_up.required')
      // Counted by network alone, and not of who is not signed in: others must not be able to use up the operator's tries. The code is too long
      // to be guessed from however many networks.
      const caller = createSignedInRateLimitCaller(request)
      await rateLimiter.consumeNetworkBudget('setupTries', caller)
      await rateLimiter.consumeSharedBudget('setupTries', caller)
      await claimServerOwnership(
        { queries, random, limits },
        { person, session, code: (body as AdminEndpointInput<'claimOwnership'>['body']).code, now },
      )
      return undefined
    },
  )

  registerAdminEndpoint(app, 'readSetupSteps', async () => ({ steps: await listSetupSteps(queries, chains.length) }))

  registerAdminEndpoint(app, 'dismissSetupStep', async ({ params }) => {
    await dismissSetupStep(queries, params.step)
    return undefined
  })
}
