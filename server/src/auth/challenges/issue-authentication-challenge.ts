// Makes what a wallet is asked to sign. The message holds no address yet, so that one click can connect and sign; it is
// bound to the browser that asked, to its purpose and to the application's sign-in it belongs to.
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

/** The fields that say which site asks; they come from the configured origin and from nowhere else (THREATS M7, M8). */
export function getSignInMessageDomainAndUri(origin: string): Pick<IssuedChallengeMessage, 'domain' | 'uri'> {
  // No scheme, not even on http://localhost: wallets with an older parser take such a message for plain text
  // (docs/reference/messages.md). The uri has it.
  return { domain: new URL(origin).host, uri: `${origin}/sign-in` }
}

export interface ChallengeRequest {
  purpose: SignedMessagePurpose
  /** Of a contract wallet the owners may need longer. */
  walletKind: KeyOrContractWalletKind
  /** Whether another device signs it, for the browser that asks. */
  isCrossDevice: boolean
  /** Who is signed in where it is asked for; null for a sign-in. */
  personId: string | null
  /** Hash of the secret that the asking browser holds. */
  browserHash: string
  interaction: string | null
  /** The application that the sign-in is for. */
  applicationName: string | null
  now: number
}

/** What a name may have to stand in a statement: printable ASCII (EIP-4361 grammar), and nothing that could be read as an
 * address of its own or as the end of the sentence. */
const statementSafeName = /^[0-9A-Za-z][0-9A-Za-z '()&+_-]{0,79}$/

/** The application as the wallet shows it; one whose name cannot stand in a message is shown by the page alone. */
const formatNameInStatement = (name: string | null): string =>
  name !== null && statementSafeName.test(name) ? ` to continue to ${name}` : ''

/**
 * What the message says that signing it does. Each purpose has words of its own, so that a person who is shown one on another
 * site's page can see that it is not what that site says (THREATS M5, M17).
 */
function createStatement(
  purpose: SignedMessagePurpose,
  isElsewhere: boolean,
  domain: string,
  applicationName: string | null,
): string {
  if (isElsewhere) return createCrossDeviceStatement(purpose, domain, applicationName)
  switch (purpose) {
    case 'sign-in':
      return `Sign in to ${domain}${formatNameInStatement(applicationName)}. This costs nothing and moves nothing.`
    case 'step-up':
      return `Confirm to ${domain} that it is you who changes your wallets, passkeys and data there. This costs nothing and moves nothing.`
    case 'link':
      return `Link this wallet to your identity on ${domain}. From then on it signs in to it. This costs nothing and moves nothing.`
    case 'merge':
      return `Merge everything this wallet signs in to on ${domain} into another identity of yours there. This costs nothing and moves no money.`
  }
}

/** The same where another device signs: whoever is shown one can see that it is for a browser that is not the one before them (THREATS P16). */
function createCrossDeviceStatement(
  purpose: SignedMessagePurpose,
  domain: string,
  applicationName: string | null,
): string {
  switch (purpose) {
    case 'sign-in':
      return `Sign in another browser to ${domain}${formatNameInStatement(applicationName)}. Only if that browser is yours. This costs nothing and moves nothing.`
    case 'step-up':
      return `Confirm to ${domain} that it is you who changes your wallets, passkeys and data in another browser there. This costs nothing and moves nothing.`
    case 'link':
      return `Link this wallet to the identity that is signed in in another browser to ${domain}. From then on it signs in to it. This costs nothing and moves nothing.`
    case 'merge':
      return `Merge everything this wallet signs in to on ${domain} into the identity that is signed in in another browser there. This costs nothing and moves no money.`
  }
}

/**
 * Issues a challenge. Nothing is stored of it, but of one whose owners may take their time what the message says.
 * @returns what the browser needs to build the message
 */
export async function issueAuthenticationChallenge(
  {
    settings,
    queries,
    random,
    nonces,
  }: { settings: ServerSettings; queries: DatabaseQueryBuilder; random: RandomBytes; nonces: ChallengeNonceCodec },
  { purpose, walletKind, isCrossDevice, personId, browserHash, interaction, applicationName, now }: ChallengeRequest,
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
    { browserHash, personId, interaction, statement },
  )
  const message: IssuedChallengeMessage = {
    ...site,
    statement,
    version: '1',
    nonce,
    issuedAt: formatRfc3339Timestamp(now),
    expirationTime: formatRfc3339Timestamp(expiresAt),
    ...(interaction === null ? {} : { requestId: interaction }),
  }
  if (walletKind === 'contract')
    await insertPendingChallenge(queries, { id, purpose, personId, browserHash, interaction, message, expiresAt })
  return toIssuedChallengeResponse(settings, { id, message, expiresAt })
}

/** A challenge as the browser is told of it. */
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
