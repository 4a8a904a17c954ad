// Makes what a wallet is asked to sign. The message holds no address yet, so that one click can connect and sign; it is
// bound to the browser that asked, to its purpose and to the application's sign-in it belongs to.
import type { CallAnswer } from '@countersign/api/calls'
import { createNonce } from '@countersign/message'
import { formatTime } from '../platform/clock.ts'
import type { Random } from '../platform/clock.ts'
import { createIdentifier } from '../platform/identifier.ts'
import type { Queries } from '../platform/database/open-database.ts'
import type { Settings } from '../platform/settings.ts'
import { insertChallenge } from './store.ts'
import type { ChallengePurpose } from './store.ts'

/** The fields of a message as this server issues them: all but the wallet's address and chain id. */
export type IssuedMessage = CallAnswer<'createChallenge'>['message']

/** The fields that say which site asks; they come from the configured origin and from nowhere else (THREATS M7, M8). */
export function siteFields(origin: string): Pick<IssuedMessage, 'scheme' | 'domain' | 'uri'> {
  const { protocol, host } = new URL(origin)
  return {
    // ERC-4361 §Message Fields: without a scheme wallets assume https; only then do all of their parsers accept the message.
    ...(protocol === 'https:' ? {} : { scheme: protocol.slice(0, -1) }),
    domain: host,
    uri: `${origin}/sign-in`,
  }
}

export interface IssueRequest {
  purpose: ChallengePurpose
  /** Hash of the secret that the asking browser holds. */
  browserHash: string
  interaction: string | null
  /** The application that the sign-in is for. */
  applicationName: string | null
  now: number
}

/** What a name may have to stand in a statement: printable ASCII (EIP-4361 grammar), and nothing that could be read as an
 * address of its own or as the end of the sentence. */
const plainName = /^[0-9A-Za-z][0-9A-Za-z '()&+_-]{0,79}$/

/** The application as the wallet shows it; one whose name cannot stand in a message is shown by the page alone. */
const nameInStatement = (name: string | null): string => (name !== null && plainName.test(name) ? ` to continue to ${name}` : '')

/**
 * Issues a challenge and stores it.
 * @returns what the browser needs to build the message
 */
export async function issueChallenge(
  { settings, queries, random }: { settings: Settings; queries: Queries; random: Random },
  { purpose, browserHash, interaction, applicationName, now }: IssueRequest,
): Promise<CallAnswer<'createChallenge'>> {
  const expiresAt = now + settings.limits.challengeLifeSeconds * 1000
  const site = siteFields(settings.origin)
  const message: IssuedMessage = {
    ...site,
    statement: `Sign in to ${site.domain}${nameInStatement(applicationName)}. This costs nothing and moves nothing.`,
    version: '1',
    nonce: createNonce(random),
    issuedAt: formatTime(now),
    expirationTime: formatTime(expiresAt),
    ...(interaction === null ? {} : { requestId: interaction }),
  }
  const id = createIdentifier(random)
  await insertChallenge(queries, { id, purpose, browserHash, interaction, message, expiresAt })
  return { id, message, chainIds: [...settings.chainIds], expiresAt: formatTime(expiresAt) }
}
