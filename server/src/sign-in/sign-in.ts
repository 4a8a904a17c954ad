// One sign-in, step by step: parse, prove, spend the challenge, compare, then person, wallet, proof, session and log.
// Everything that touches the database is one transaction, so that an attempt either happened as a whole or not at
// all. The proof is computed before it begins: it depends on the message alone, and the write lock stays short.
import type { OwnErrorCode } from '@countersign/api/errors'
import { checkMessage, parseMessage, unchecked } from '@countersign/message'
import type { Message, MessageFault } from '@countersign/message'
import { proveKey } from '@countersign/proof/prove-key'
import type { KeyProof } from '@countersign/proof/prove-key'
import { appendEvents } from '../activity/append.ts'
import type { NewEvent } from '../activity/append.ts'
import { siteFields } from '../challenges/issue.ts'
import type { IssuedMessage } from '../challenges/issue.ts'
import { consumeChallenge } from '../challenges/store.ts'
import type { Challenge, ChallengePurpose } from '../challenges/store.ts'
import type { Random } from '../platform/clock.ts'
import type { Queries, Transaction } from '../platform/database/open-database.ts'
import type { PeopleTable } from '../platform/database/schema.ts'
import { createIdentifier } from '../platform/identifier.ts'
import type { RateLimits } from '../platform/rate-limits.ts'
import type { Settings } from '../platform/settings.ts'
import { endAuthorizations } from '../authorizations/end.ts'
import { moveAuthorizations } from '../authorizations/store.ts'
import { answerInteraction, findInteraction } from '../interactions/store.ts'
import type { InteractionPayload } from '../interactions/store.ts'
import { sessionEnded } from '../sessions/end.ts'
import { startSession } from '../sessions/start.ts'
import type { StartedSession } from '../sessions/start.ts'
import { markEnded } from '../sessions/store.ts'
import { insertProof } from './store.ts'
import { findOrCreateOwner } from './find-or-create-owner.ts'

export interface SignInWorld {
  settings: Settings
  queries: Queries
  random: Random
  rateLimits: Pick<RateLimits, 'signInsOfWallet'>
}

/** One attempt, as it came in. */
export interface SignInAttempt {
  message: string
  signature: string
  purpose: ChallengePurpose
  interaction: string | null
  /** Hash of the secret that this browser holds; null where it holds none. */
  browserHash: string | null
  /** Hash of the session token that this browser holds, which the new session replaces. */
  previousTokenHash: string | null
  networkPrefix: string
  userAgent: string
  now: number
}

/** How an attempt ended. A refused one has spent its challenge, and says why only to the log. */
export type SignInOutcome =
  | { outcome: 'signed-in'; person: PeopleTable; session: StartedSession }
  | { outcome: 'refused'; code: OwnErrorCode; reason: string }

/**
 * Carries out one attempt to sign in.
 * @throws MessageFault when the message is not one (ERC-4361); Refusal `rate.limited`; the database's errors
 */
export async function signIn(world: SignInWorld, attempt: SignInAttempt): Promise<SignInOutcome> {
  const { settings, queries } = world
  const message = parseMessage(attempt.message, { maxLength: settings.limits.messageBytes })
  const proof = proveKey(attempt.message, attempt.signature, message.address)
  await countForWallet(world.rateLimits, message, proof, attempt)
  return queries.transaction().execute(async (transaction) => {
    const challenge = await consumeChallenge(transaction, message.nonce, attempt.now)
    if (challenge === undefined) return refused('challenge.unusable', 'unknown or used')
    const refusal = judge(settings, attempt, message, challenge, proof)
    if (refusal !== null) {
      await appendEvents(transaction, world.random, attempt.now, [signInRefused(refusal.reason, message, attempt, null)])
      return refusal
    }
    return record(world, transaction, message, attempt)
  })
}

/**
 * Counts the attempt for its wallet. One that proves nothing counts only within its own network: otherwise a stranger
 * could lock a wallet out by failing in its name.
 */
async function countForWallet(rateLimits: SignInWorld['rateLimits'], message: Message, proof: KeyProof, attempt: SignInAttempt): Promise<void> {
  const address = message.address.toLowerCase()
  await rateLimits.signInsOfWallet(proof.outcome === 'proved' ? address : `${address} from ${attempt.networkPrefix}`)
}

/** Every check on a challenge that is now spent; null where all hold. The order only decides what the log names. */
function judge(
  settings: Settings,
  attempt: SignInAttempt,
  message: Message,
  challenge: Challenge,
  proof: KeyProof,
): (SignInOutcome & { outcome: 'refused' }) | null {
  if (challenge.browserHash !== attempt.browserHash) return refused('challenge.unusable', 'another browser')
  if (challenge.purpose !== attempt.purpose) return refused('challenge.unusable', 'another purpose')
  if (challenge.interaction !== attempt.interaction) return refused('challenge.unusable', 'another interaction')
  if (challenge.expiresAt <= attempt.now) return refused('challenge.unusable', 'expired')
  const fault = compareWithIssued(settings, message, challenge.message, attempt.now)
  if (fault !== null) return refused('sign_in.mismatch', fault.code)
  if (proof.outcome === 'proved') return null
  return refused(proof.reason === 'other_signer' ? 'signature.refused' : 'signature.malformed', proof.reason)
}

/**
 * Every field that was issued must come back unchanged; only the address and the chain are the wallet's to fill in. The site
 * is that of the settings of now, whatever they were when the message was issued.
 */
function compareWithIssued(settings: Settings, message: Message, issued: IssuedMessage, now: number): MessageFault | null {
  const site = siteFields(settings.origin)
  return checkMessage(
    message,
    {
      scheme: site.scheme,
      domain: site.domain,
      address: unchecked,
      statement: issued.statement,
      uri: site.uri,
      chainIds: settings.chainIds,
      nonce: issued.nonce,
      issuedAt: issued.issuedAt,
      expirationTime: issued.expirationTime,
      notBefore: undefined,
      requestId: issued.requestId,
      resources: undefined,
    },
    { now, toleranceMs: settings.limits.clockToleranceSeconds * 1000 },
  )
}

const refused = (code: OwnErrorCode, reason: string): SignInOutcome & { outcome: 'refused' } => ({ outcome: 'refused', code, reason })

/** What a proved sign-in leaves behind, in the order in which one row needs the other. */
async function record(world: SignInWorld, transaction: Transaction, message: Message, attempt: SignInAttempt): Promise<SignInOutcome> {
  const { random, settings } = world
  const { now } = attempt
  const owner = await findOrCreateOwner(transaction, random, message.address, now)
  if (owner.person.status !== 'active') {
    const refusal = refused('person.suspended', 'person suspended')
    await appendEvents(transaction, random, now, [signInRefused(refusal.reason, message, attempt, owner.person.id)])
    return refusal
  }
  const interaction = await findInteractionOf(transaction, attempt)
  if (interaction === undefined) {
    const refusal = refused('interaction.unusable', 'interaction unknown, finished, expired, or of another browser')
    await appendEvents(transaction, random, now, [signInRefused(refusal.reason, message, attempt, owner.person.id)])
    return refusal
  }
  const proofId = createIdentifier(random)
  const applicationId = interaction?.params.client_id ?? null
  await insertProof(transaction, { id: proofId, walletId: owner.wallet.id, message: attempt.message, signature: attempt.signature, applicationId, now })
  // A new session at every sign-in; the one that this browser held ends (THREATS P5).
  const replaced =
    attempt.previousTokenHash === null ? [] : await markEnded(transaction, { tokenHash: attempt.previousTokenHash }, 'replaced', now)
  const session = await startSession(transaction, { random, limits: settings.limits }, { owner, proofId, attempt })
  for (const ended of replaced) {
    if (ended.person_id === owner.person.id) await moveAuthorizations(transaction, ended.id, session.row.id)
    else await endAuthorizations(transaction, random, { sessionIds: [ended.id] }, now)
  }
  if (attempt.interaction !== null && interaction !== null) {
    await answerInteraction(transaction, attempt.interaction, interaction, { login: { accountId: owner.person.id }, select_account: {} })
  }
  await appendEvents(transaction, random, now, [
    ...owner.events,
    ...replaced.map((ended) => sessionEnded(ended.person_id, ended.id, 'replaced')),
    sessionStarted(owner.person.id, session, message, attempt),
  ])
  return { outcome: 'signed-in', person: owner.person, session }
}

/** The application's sign-in that this one is for: null where it is for none, undefined where it cannot be answered. */
async function findInteractionOf(transaction: Transaction, { interaction, browserHash, now }: SignInAttempt): Promise<InteractionPayload | null | undefined> {
  return interaction === null ? null : findInteraction(transaction, { id: interaction, browserHash, now })
}

/** The log line of a session that began; its evidence is the signed message itself, which proves the wallet by itself. */
const sessionStarted = (personId: string, session: StartedSession, message: Message, attempt: SignInAttempt): NewEvent => ({
  type: 'session.started',
  outcome: 'success',
  details: { method: 'ecdsa', namespace: 'eip155', chainId: message.chainId },
  evidence: {
    personId,
    content: {
      sessionId: session.row.id,
      address: message.address,
      message: attempt.message,
      signature: attempt.signature,
      networkPrefix: attempt.networkPrefix,
      userAgent: attempt.userAgent,
    },
  },
})

/** The log line of a refused attempt. It keeps no message: what proves nothing is not evidence, and anybody could fill the
 * log with it. */
const signInRefused = (reason: string, message: Message, attempt: SignInAttempt, personId: string | null): NewEvent => ({
  type: 'sign-in.refused',
  outcome: 'refused',
  details: { reason },
  evidence: {
    personId,
    content: { address: message.address, networkPrefix: attempt.networkPrefix, userAgent: attempt.userAgent },
  },
})
