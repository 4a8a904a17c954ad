// HTTP for challenges.
import { askingApplication, findInteraction, prolongInteraction } from '../../protocol/interactions/store.ts'
import { ensureBrowserHash, readBrowserHash } from '../../platform/browser-secret.ts'
import { registerCall } from '../../platform/call.ts'
import type { App } from '../../platform/call.ts'
import type { ChallengeApp } from './challenge-app.ts'
import { Refusal } from '../../platform/refusal.ts'
import { callerOf, signedInCaller } from '../sessions/caller.ts'
import { requireSession } from '../sessions/require-session.ts'
import { findOwnAwaited } from './awaited.ts'
import { describeIssued, issueChallenge } from './issue.ts'

export function registerChallenges(app: ChallengeApp): void {
  registerCall(app, 'createChallenge', async ({ body, request, reply }) => {
    const budgets =
      body.walletKind === 'contract' ? (['challenges', 'contractChallenges'] as const) : (['challenges'] as const)
    const stranger = callerOf(app, request)
    for (const budget of budgets) await app.rateLimits.enter(budget, stranger)
    if (body.walletKind === 'contract' && app.settings.chains.length === 0)
      throw new Refusal('chain.not_read', { privateDetail: 'no chain is configured' })
    // What is not a sign-in is for who is signed in, and for them alone.
    const signedIn = body.purpose === 'sign-in' ? null : await requireSession(app, request)
    if (signedIn !== null && body.interaction !== undefined)
      throw new Refusal('interaction.unusable', { privateDetail: `an interaction for the purpose ${body.purpose}` })
    const browserHash = ensureBrowserHash(app, request, reply)
    const applicationName =
      body.interaction === undefined ? null : await readApplicationName(app, body.interaction, browserHash)
    // Those that live longer are counted apart as well, so that a flood of them stores no more than one of the others would.
    for (const budget of budgets)
      await app.rateLimits.share(budget, signedIn === null ? stranger : signedInCaller(request))
    const issued = await issueChallenge(
      { ...app, queries: app.database.queries },
      {
        purpose: body.purpose,
        walletKind: body.walletKind ?? 'key',
        personId: signedIn?.person.id ?? null,
        browserHash,
        interaction: body.interaction ?? null,
        applicationName,
        now: app.clock(),
      },
    )
    if (body.walletKind === 'contract' && body.interaction !== undefined)
      await waitFor(app, body.interaction, browserHash, Date.parse(issued.expiresAt))
    return issued
  })

  registerCall(app, 'readChallenge', async ({ params, request }) => {
    const browserHash = readBrowserHash(app, request)
    const challenge =
      browserHash === null
        ? undefined
        : await findOwnAwaited(app.database.queries, { id: params.id, browserHash, now: app.clock() })
    if (challenge === undefined) throw new Refusal('challenge.unusable')
    return {
      ...describeIssued(app.settings, challenge),
      purpose: challenge.purpose,
      interaction: challenge.interaction,
    }
  })
}

/** What the person still has to read and to allow once their wallet is proved. */
const afterProofMs = 5 * 60_000

/** The application's sign-in waits for as long as the wallet's owners may take, or their approvals would come for nothing. */
async function waitFor({ database, clock }: App, id: string, browserHash: string, until: number): Promise<void> {
  await database.queries.transaction().execute(async (transaction) => {
    const interaction = await findInteraction(transaction, { id, browserHash, now: clock() })
    if (interaction !== undefined) await prolongInteraction(transaction, id, interaction, until + afterProofMs)
  })
}

/** The application that an interaction signs in to. A message is made only for one that can still be answered (THREATS M5). */
async function readApplicationName(app: App, id: string, browserHash: string): Promise<string> {
  const { queries } = app.database
  const interaction = await findInteraction(queries, { id, browserHash, now: app.clock() })
  const application = interaction && (await askingApplication(queries, interaction))
  if (application === undefined) throw new Refusal('interaction.unusable')
  return application.name
}
