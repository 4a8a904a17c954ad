// A challenge as somebody asks for it, for this site or for an application's sign-in that waits.
import type { EndpointOutput } from '@countersign/api/api-endpoints'
import {
  findInteractionApplication,
  findInteraction,
  extendInteraction,
} from '../../store/interactions/interaction-store.ts'
import type { AppContext } from '../../platform/register-endpoint.ts'
import type { WalletKind } from '../../platform/database/database-column-types.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { ChallengeAppContext } from './challenge-app-context.ts'
import { issueChallenge } from './issue-challenge.ts'
import type { ChallengeRequest } from './issue-challenge.ts'

/** The browser and the application's sign-in that a challenge is for. */
type ChallengeTarget = Pick<ChallengeRequest, 'browserHash' | 'interaction'>

/** What asking for one counts as. Those that live longer are counted apart as well, so that a flood of them stores no more than one of the others would. */
export const getChallengeRateLimitBudgets = (walletKind: WalletKind | undefined) =>
  walletKind === 'contract' ? (['challenges', 'contractChallenges'] as const) : (['challenges'] as const)

/** A contract wallet is proved by its chain alone. @throws ApiError `chain.not_supported` */
export function requireConfiguredChain({ settings }: AppContext, walletKind: WalletKind | undefined): void {
  if (walletKind === 'contract' && settings.chains.length === 0)
    throw new ApiError('chain.not_supported', { privateDetail: 'no chain is configured' })
}

/**
 * The name of the application that a sign-in is for; null where it is for this site. A message is made only for one that can still be answered (THREATS M5).
 * @throws ApiError `interaction.invalid`
 */
export async function readInteractionApplicationName(
  app: AppContext,
  { interaction: id, browserHash }: ChallengeTarget,
): Promise<string | null> {
  if (id === null) return null
  const { queries } = app.database
  const interaction = await findInteraction(queries, { id, browserHash, now: app.clock() })
  const application = interaction && (await findInteractionApplication(queries, interaction))
  if (application === undefined) throw new ApiError('interaction.invalid')
  return application.name
}

/** Issues it, and lets the application's sign-in wait for as long as the owners of a contract wallet may take. */
export async function issueChallengeForRequest(
  app: ChallengeAppContext,
  request: Omit<ChallengeRequest, 'now'>,
): Promise<EndpointOutput<'createChallenge'>> {
  const issued = await issueChallenge({ ...app, queries: app.database.queries }, { ...request, now: app.clock() })
  if (request.walletKind === 'contract') await extendWaitingInteraction(app, request, Date.parse(issued.expiresAt))
  return issued
}

/** What the person still has to read and to allow once their wallet is proved. */
const consentTimeMs = 5 * 60_000

/** Their approvals would come for nothing otherwise. */
async function extendWaitingInteraction(
  { database, clock }: AppContext,
  { interaction: id, browserHash }: ChallengeTarget,
  until: number,
): Promise<void> {
  if (id === null) return
  await database.queries.transaction().execute(async (transaction) => {
    const interaction = await findInteraction(transaction, { id, browserHash, now: clock() })
    if (interaction !== undefined) await extendInteraction(transaction, id, interaction, until + consentTimeMs)
  })
}
