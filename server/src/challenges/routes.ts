// HTTP for challenges.
import { findApplication } from '../applications/store.ts'
import { findInteraction } from '../interactions/store.ts'
import { ensureBrowserHash } from '../platform/browser-secret.ts'
import { registerCall } from '../platform/call.ts'
import type { App } from '../platform/call.ts'
import { networkPrefix } from '../platform/network-prefix.ts'
import { Refusal } from '../platform/refusal.ts'
import { requireSession } from '../sessions/require-session.ts'
import { issueChallenge } from './issue.ts'

export function registerChallenges(app: App): void {
  registerCall(app, 'createChallenge', async ({ body, request, reply }) => {
    await app.rateLimits.challengesOfNetwork(networkPrefix(request.ip))
    await app.rateLimits.challengesInAll()
    // What is not a sign-in is for who is signed in, and for them alone.
    const signedIn = body.purpose === 'sign-in' ? null : await requireSession(app, request)
    if (signedIn !== null && body.interaction !== undefined) throw new Refusal('interaction.unusable', { privateDetail: `an interaction for the purpose ${body.purpose}` })
    const browserHash = ensureBrowserHash(app, request, reply)
    const applicationName = body.interaction === undefined ? null : await readApplicationName(app, body.interaction, browserHash)
    return issueChallenge(
      { settings: app.settings, queries: app.database.queries, random: app.random },
      {
        purpose: body.purpose,
        personId: signedIn?.person.id ?? null,
        browserHash,
        interaction: body.interaction ?? null,
        applicationName,
        now: app.clock(),
      },
    )
  })
}

/** The application that an interaction signs in to. A message is made only for one that can still be answered (THREATS M5). */
async function readApplicationName(app: App, id: string, browserHash: string): Promise<string> {
  const { queries } = app.database
  const interaction = await findInteraction(queries, { id, browserHash, now: app.clock() })
  const application = interaction && (await findApplication(queries, interaction.params.client_id))
  if (application === undefined) throw new Refusal('interaction.unusable')
  return application.name
}
