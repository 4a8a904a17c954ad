import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import {
  findOidcInteractionApplication,
  findOidcInteraction,
  extendOidcInteraction,
} from '../../store/interactions/oidc-interaction-store.ts'
import { getRequestedProofBinding } from '../../store/interactions/requested-proof-binding.ts'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import type { KeyOrContractWalletKind } from '../../platform/database/database-column-types.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { ChallengeEndpointContext } from './challenge-endpoint-context.ts'
import { issueAuthenticationChallenge } from './issue-authentication-challenge.ts'
import type { ChallengeRequest } from './issue-authentication-challenge.ts'

type ChallengeTarget = Pick<ChallengeRequest, 'browserHash' | 'interaction'>

/** Contract challenges are stored, so they also have a separate rate limit. */
export const getChallengeRateLimitBudgets = (walletKind: KeyOrContractWalletKind | undefined) =>
  walletKind === 'contract' ? (['challenges', 'contractChallenges'] as const) : (['challenges'] as const)

/** Contract wallets can only be verified on their chain. @throws ApiError `chain.not_supported` */
export function requireChainForContractWallet(
  { settings }: ServerAppContext,
  walletKind: KeyOrContractWalletKind | undefined,
): void {
  if (walletKind === 'contract' && settings.chains.length === 0)
    throw new ApiError('chain.not_supported', { privateDetail: 'no chain is configured' })
}

/** Both null for a sign-in to this site. @throws ApiError `interaction.invalid` (THREATS M5) */
export async function readInteractionForChallenge(
  app: ServerAppContext,
  { interaction: id, browserHash }: ChallengeTarget,
): Promise<Pick<ChallengeRequest, 'applicationName' | 'proofBinding'>> {
  if (id === null) return { applicationName: null, proofBinding: null }
  const { queries } = app.database
  const interaction = await findOidcInteraction(queries, { id, browserHash, now: app.clock() })
  const application = interaction && (await findOidcInteractionApplication(queries, interaction))
  if (interaction === undefined || application === undefined) throw new ApiError('interaction.invalid')
  return { applicationName: application.name, proofBinding: getRequestedProofBinding(interaction.params) }
}

/** Also extends the application's pending sign-in, to give the owners of a contract wallet time. */
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

/** Time to read and consent after the wallet is verified. */
const consentTimeMs = 5 * 60_000

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
