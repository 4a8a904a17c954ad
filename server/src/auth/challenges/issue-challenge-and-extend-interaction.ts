// A challenge as somebody asks for it, for this site or for an application's sign-in that waits.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import {
  findOidcInteractionApplication,
  findOidcInteraction,
  extendOidcInteraction,
} from '../../store/interactions/oidc-interaction-store.ts'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import type { KeyOrContractWalletKind } from '../../platform/database/database-column-types.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { ChallengeEndpointContext } from './challenge-endpoint-context.ts'
import { issueAuthenticationChallenge } from './issue-authentication-challenge.ts'
import type { ChallengeRequest } from './issue-authentication-challenge.ts'

/** The browser and the application's sign-in that a challenge is for. */
type ChallengeTarget = Pick<ChallengeRequest, 'browserHash' | 'interaction'>

/** What asking for one counts as. Those that live longer are counted apart as well, so that a flood of them stores no more than one of the others would. */
export const getChallengeRateLimitBudgets = (walletKind: KeyOrContractWalletKind | undefined) =>
  walletKind === 'contract' ? (['challenges', 'contractChallenges'] as const) : (['challenges'] as const)

/** A contract wallet is proved by its chain alone. @throws ApiError `chain.not_supported` */
export function requireChainForContractWallet(
  { settings }: ServerAppContext,
  walletKind: KeyOrContractWalletKind | undefined,
): void {
  if (walletKind === 'contract' && settings.chains.length === 0)
    throw new ApiError('chain.not_supported', { privateDetail: 'no chain is configured' })
}

/**
 * The name of the application that a sign-in is for; null where it is for this site. A message is made only for one that can still be answered (THREATS M5).
 * @throws ApiError `interaction.invalid`
 */
export async function readInteractionApplicationName(
  app: ServerAppContext,
  { interaction: id, browserHash }: ChallengeTarget,
): Promise<string | null> {
  if (id === null) return null
  const { queries } = app.database
  const interaction = await findOidcInteraction(queries, { id, browserHash, now: app.clock() })
  const application = interaction && (await findOidcInteractionApplication(queries, interaction))
  if (application === undefined) throw new ApiError('interaction.invalid')
  return application.name
}

/** Issues it, and lets the application's sign-in wait for as long as the owners of a contract wallet may take. */
export async function issueChallengeAndExtendInteraction(
  app: ChallengeEndpointContext,
  request: Omit<ChallengeRequest, 'now'>,
): Promise<ApiEndpointOutput<'createChallenge'>> {
  const issued = await issueAuthenticationChallenge(
    { ...app, queries: app.database.queries },
    { ...request, now: app.clock() },
  )
  if (request.walletKind === 'contract') await extendWaitingInteraction(app, request, Date.parse(issued.expiresAt))
  return issued
}

/** What the person still has to read and to allow once their wallet is proved. */
const consentTimeMs = 5 * 60_000

/** Their approvals would come for nothing otherwise. */
async function extendWaitingInteraction(
  { database, clock }: ServerAppContext,
  { interaction: id, browserHash }: ChallengeTarget,
  until: number,
): Promise<void> {
  if (id === null) return
  await database.queries.transaction().execute(async (transaction) => {
    const interaction = await findOidcInteraction(transaction, { id, browserHash, now: clock() })
    if (interaction !== undefined) await extendOidcInteraction(transaction, id, interaction, until + consentTimeMs)
  })
}
