// Issues the message that a wallet signs. It contains no address, so that one click suffices.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { formatRfc3339Timestamp } from '../../platform/clock.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { chainFamilies } from '../../chains/families/chain-family-registry.ts'
import type { KeyOrContractWalletKind } from '../../platform/database/database-column-types.ts'
import type { ServerSettings } from '../../platform/server-setting-definitions.ts'
import { insertPendingChallenge } from './pending-challenge-store.ts'
import type { IssuedChallengeMessage, SignedMessagePurpose } from './issued-challenge-message-types.ts'
import type { ChallengeNonceCodec } from './challenge-nonce.ts'

/** Built from the configured origin only, never from a request (THREATS M7, M8). */
export function getSignInMessageDomainAndUri(origin: string): Pick<IssuedChallengeMessage, 'domain' | 'uri'> {
  // Older wallet parsers treat a message with a scheme as plain text (docs/reference/messages.md).
  return { domain: new URL(origin).host, uri: `${origin}/sign-in` }
}

export interface ChallengeRequest {
  purpose: SignedMessagePurpose
  walletKind: KeyOrContractWalletKind
  isCrossDevice: boolean
  personId: string | null
  browserHash: string
  interaction: string | null
  applicationName: string | null
  /** The resource of the message that binds it to the application's request; null for none. */
  proofBinding: string | null
  now: number
}

/** Printable ASCII (EIP-4361 grammar) that cannot form an address or end the sentence. */
const statementSafeName = /^[0-9A-Za-z][0-9A-Za-z '()&+_-]{0,79}$/

/** Empty if the name is not safe in a message; then only the page shows the name. */
const formatNameInStatement = (name: string | null): string =>
  name !== null && statementSafeName.test(name) ? ` to continue to ${name}` : ''

const noCostSentence = 'This is free and moves no funds.'

/** One text per purpose, so that a person can see what they sign (THREATS M5, M17). */
function createStatement(
  purpose: SignedMessagePurpose,
  isElsewhere: boolean,
  domain: string,
  applicationName: string | null,
): string {
  if (isElsewhere) return createCrossDeviceStatement(purpose, domain, applicationName)
  switch (purpose) {
    case 'sign-in':
      return `Sign in to ${domain}${formatNameInStatement(applicationName)}. ${noCostSentence}`
    case 'step-up':
      return `Confirm that you are changing your wallets, passkeys or data on ${domain}. ${noCostSentence}`
    case 'link':
      return `Link this wallet to your identity on ${domain}, so that this wallet can sign in there. ${noCostSentence}`
    case 'merge':
      return `Merge this wallet's identity on ${domain} into another identity of yours there. ${noCostSentence}`
  }
}

/** States that the message is for a browser other than the signer's (THREATS P16). */
function createCrossDeviceStatement(
  purpose: SignedMessagePurpose,
  domain: string,
  applicationName: string | null,
): string {
  switch (purpose) {
    case 'sign-in':
      return `Sign in another browser to ${domain}${formatNameInStatement(applicationName)}. Only sign if that browser is yours. ${noCostSentence}`
    case 'step-up':
      return `Confirm that you are changing your wallets, passkeys or data on ${domain} in another browser. ${noCostSentence}`
    case 'link':
      return `Link this wallet to the identity that is signed in to ${domain} in another browser, so that this wallet can sign in there. ${noCostSentence}`
    case 'merge':
      return `Merge this wallet's identity on ${domain} into the identity that is signed in there in another browser. ${noCostSentence}`
  }
}

/** Stores only messages for contract wallets, because their owners may take longer. */
export async function issueAuthenticationChallenge(
  {
    settings,
    queries,
    random,
    nonces,
  }: { settings: ServerSettings; queries: DatabaseQueryBuilder; random: RandomBytes; nonces: ChallengeNonceCodec },
  {
    purpose,
    walletKind,
    isCrossDevice,
    personId,
    browserHash,
    interaction,
    applicationName,
    proofBinding,
    now,
  }: ChallengeRequest,
): Promise<ApiEndpointOutput<'createChallenge'>> {
  const { challengeLifetimeSeconds, contractChallengeLifetimeSeconds } = settings.limits
  const lifeSeconds =
    walletKind === 'contract'
      ? Math.max(challengeLifetimeSeconds, contractChallengeLifetimeSeconds)
      : challengeLifetimeSeconds
  const expiresAt = now + lifeSeconds * 1000
  const site = getSignInMessageDomainAndUri(settings.origin)
  const statement = createStatement(purpose, isCrossDevice, site.domain, applicationName)
  const { id, nonce } = nonces.encode(
    random,
    { purpose, walletKind, isCrossDevice, issuedAt: now, lifeSeconds },
    { browserHash, personId, interaction, statement, proofBinding },
  )
  const message: IssuedChallengeMessage = {
    ...site,
    statement,
    version: '1',
    nonce,
    issuedAt: formatRfc3339Timestamp(now),
    expirationTime: formatRfc3339Timestamp(expiresAt),
    ...(interaction === null ? {} : { requestId: interaction }),
    ...(proofBinding === null ? {} : { resources: [proofBinding] }),
  }
  if (walletKind === 'contract')
    await insertPendingChallenge(queries, { id, purpose, personId, browserHash, interaction, message, expiresAt })
  return toIssuedChallengeResponse(settings, { id, message, expiresAt })
}

export const toIssuedChallengeResponse = (
  settings: Pick<ServerSettings, 'chains' | 'namespaces' | 'chainIds' | 'solanaCluster' | 'bitcoinChain'>,
  { id, message, expiresAt }: { id: string; message: IssuedChallengeMessage; expiresAt: number },
): ApiEndpointOutput<'createChallenge'> => ({
  id,
  message,
  chainIds: settings.namespaces.includes('eip155') ? [...settings.chainIds] : [],
  keyChains: Object.fromEntries(
    settings.namespaces
      .filter((name) => name !== 'eip155')
      .map((name) => [name, chainFamilies[name].getMessageChainIds(settings)[0] as string]),
  ),
  readChains: settings.chains.map(({ id: chainId, name }) => ({ id: chainId, name })),
  expiresAt: formatRfc3339Timestamp(expiresAt),
})
