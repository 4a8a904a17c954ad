// HTTP for the first start: whether there is an owner, becoming it, and the check list that follows.
import { adminCalls } from '@countersign/api/admin-calls'
import type { AdminAnswer, AdminInput } from '@countersign/api/admin-calls'
import { adminRoutes } from '@countersign/api/admin-routes'
import { registerRoute } from '../../platform/call.ts'
import type { App } from '../../platform/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { registerAdminCall } from '../authorization/admin-call.ts'
import { isOwned } from '../../store/roles/store.ts'
import { signedInCaller } from '../../auth/session-guard/caller.ts'
import { isAtHome, requireSession } from '../../auth/session-guard/require-session.ts'
import { claimOwnership } from './claim-ownership.ts'
import { dismissStep, readSteps } from './steps.ts'

export function registerSetup(app: App): void {
  const { clock, random, rateLimits } = app
  const { limits, chains } = app.settings
  const { queries } = app.database

  registerRoute(
    app,
    { ...adminRoutes.readSetup, name: 'readSetup', call: adminCalls.readSetup },
    async (): Promise<AdminAnswer<'readSetup'>> => ({ owned: await isOwned(queries) }),
  )

  registerRoute(
    app,
    { ...adminRoutes.claimOwnership, name: 'claimOwnership', call: adminCalls.claimOwnership },
    async ({ body, request }) => {
      const { person, session } = await requireSession(app, request)
      const now = clock()
      // The sign-in itself is proof enough, where it is of this browser and of a moment ago: an old session may stand open by accident.
      const isFresh = session.created_at + limits.stepUpFreshnessSeconds * 1000 > now
      if (!isFresh || !isAtHome(app, request, session)) throw new Refusal('step_up.required')
      // Counted by network alone, and not of who is not signed in: others must not be able to use up the operator's tries. The code is too long
      // to be guessed from however many networks.
      const caller = signedInCaller(request)
      await rateLimits.enter('setupTries', caller)
      await rateLimits.share('setupTries', caller)
      await claimOwnership(
        { queries, random, limits },
        { person, session, code: (body as AdminInput<'claimOwnership'>['body']).code, now },
      )
      return undefined
    },
  )

  registerAdminCall(app, 'readSetupSteps', async () => ({ steps: await readSteps(queries, chains.length) }))

  registerAdminCall(app, 'dismissSetupStep', async ({ params }) => {
    await dismissStep(queries, params.step)
    return undefined
  })
}
