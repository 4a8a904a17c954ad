// What a wallet answers to a challenge, step by step: parse, prove, spend the challenge, compare with what was issued. What
// follows from it (a sign-in, a step-up, a link) is told by who calls, in the same transaction, so that an attempt either
// happened as a whole or not at all. The proof is made before it begins, so that the write lock stays short: it depends on the
// message alone, and for a contract wallet on its chain. Where that cannot be read nothing has happened, and nothing is spent.
import type { OwnErrorCode } from '@countersign/api/errors'
import { checkMessage, parseMessage, unchecked } from '@countersign/message'
import type { Message, MessageFault } from '@countersign/message'
import { appendEvents } from '../activity/append.ts'
import type { EventType, NewEvent } from '../activity/append.ts'
import { readLastSuspension } from '../people/last-suspension.ts'
import type { Random } from '../platform/clock.ts'
import type { Queries, Transaction } from '../platform/database/open-database.ts'
import type { ChallengePurpose } from '../platform/database/schema.ts'
import type { Caller } from '../platform/rate-limits/rate-limits.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Settings } from '../platform/settings.ts'
import { siteFields } from './issue.ts'
import type { IssuedMessage, MessagePurpose } from './issue.ts'
import { proveWallet } from './prove-wallet.ts'
import type { ProofWorld, ProvedWallet, WalletProof } from './prove-wallet.ts'
import { consumeChallenge, findChallenge } from './store.ts'
import type { Challenge } from './store.ts'

export interface AnswerWorld extends ProofWorld {
  settings: Settings
  queries: Queries
  random: Random
  rateLimits: ProofWorld['rateLimits']
}

/** Where an attempt comes from. */
export interface Attempt {
  caller: Caller
  interaction: string | null
  /** Who is signed in there; null for a sign-in. */
  personId: string | null
  /** Hash of the secret that this browser holds; null where it holds none. */
  browserHash: string | null
  networkPrefix: string
  userAgent: string
  now: number
}

/** One signed message, as it came in. */
export interface SignedAttempt extends Attempt {
  message: string
  signature: string
  purpose: MessagePurpose
}

/** A refused attempt has spent its challenge, and says why only to the log. */
export interface Refused {
  outcome: 'refused'
  code: OwnErrorCode
  reason: string
  /** What somebody gave as the reason, for the caller to read. */
  said?: string
}

export const refused = (code: OwnErrorCode, reason: string): Refused => ({ outcome: 'refused', code, reason })

/** The refusal as it is thrown, once all that it leaves behind is kept. */
export const refusalOf = ({ code, reason, said }: Refused): Refusal => new Refusal(code, { place: { reason: said }, privateDetail: reason })

/** Who has proved that it is them is told why they were suspended, where a reason was given; nobody else is (THREATS P8). */
export async function refuseSuspended(queries: Queries, personId: string): Promise<Refused> {
  const { reason = null } = (await readLastSuspension(queries, personId)) ?? {}
  return { ...refused('person.suspended', 'person suspended'), ...(reason !== null && { said: reason }) }
}

/** What a wallet has proved, and by which message. */
export interface Answered extends ProvedWallet {
  message: Message
}

/**
 * Judges one signed message.
 * @param follow what follows where it proves a wallet
 * @throws MessageFault when the message is not one (ERC-4361); Refusal `rate.limited`, and where a contract wallet could not be asked or its
 * owners have not all approved, `chain.unavailable` and `signature.awaited`: neither has spent anything; the database's errors
 */
export async function answerChallenge<Result>(
  world: AnswerWorld,
  attempt: SignedAttempt,
  follow: (transaction: Transaction, answered: Answered) => Promise<Result | Refused>,
): Promise<Result | Refused> {
  const { settings, queries, random } = world
  const message = parseMessage(attempt.message, { maxLength: settings.limits.messageBytes })
  const proof = await prove(world, attempt, message)
  await countAttempt(world.rateLimits, message, proof, attempt)
  return queries.transaction().execute(async (transaction) => {
    const challenge = await consumeChallenge(transaction, message.nonce, attempt.now)
    if (challenge === undefined) return refused('challenge.unusable', 'unknown or used')
    const refusal = judgeChallenge(challenge, attempt) ?? judgeMessage(settings, attempt, message, challenge, proof)
    if (refusal === null && proof.outcome === 'proved') return follow(transaction, { ...proof, message })
    const { reason, code } = refusal ?? refused('signature.refused', 'not proved')
    await appendEvents(transaction, random, attempt.now, [attemptRefused(reason, attempt, message.address)])
    return refused(code, reason)
  })
}

/** The proof, for which a chain is read only where the rest of the attempt is in order: whoever holds no open challenge of their own
 * browser makes this server ask nobody. */
function prove(world: AnswerWorld, attempt: SignedAttempt, message: Message): Promise<WalletProof> {
  const { settings, queries } = world
  const look = findChallenge(queries, message.nonce)
  return proveWallet(world, {
    text: attempt.message,
    message,
    signature: attempt.signature,
    caller: attempt.caller,
    isHopeless: async () => {
      const challenge = await look()
      return challenge === undefined || (judgeChallenge(challenge, attempt) ?? judgeMessage(settings, attempt, message, challenge, null)) !== null
    },
    mayBeAwaited: async () => (await look())?.walletKind === 'contract',
  })
}

/**
 * Counts the attempt where all are, and for its wallet. One that proves nothing counts only within its own network: otherwise a stranger
 * could lock a wallet out by failing in its name.
 */
async function countAttempt(rateLimits: AnswerWorld['rateLimits'], message: Message, proof: WalletProof, { caller }: Attempt): Promise<void> {
  const address = message.address.toLowerCase()
  const key = proof.outcome === 'proved' ? address : `${address} from ${caller.networks[0]?.prefix ?? 'nowhere'}`
  await rateLimits.share('signIns', caller, { budget: 'signInsOfWallet', key })
}

/** Whether a challenge that is now spent was for this attempt; null where it was. The order only decides what the log names. */
export function judgeChallenge(challenge: Challenge, attempt: Attempt & { purpose: ChallengePurpose }): Refused | null {
  if (challenge.browserHash !== attempt.browserHash) return refused('challenge.unusable', 'another browser')
  if (challenge.purpose !== attempt.purpose) return refused('challenge.unusable', 'another purpose')
  if (challenge.personId !== attempt.personId) return refused('challenge.unusable', 'another person')
  if (challenge.interaction !== attempt.interaction) return refused('challenge.unusable', 'another interaction')
  if (challenge.expiresAt <= attempt.now) return refused('challenge.unusable', 'expired')
  return null
}

/** @param proof null where it is not known yet */
function judgeMessage(settings: Settings, attempt: Attempt, message: Message, challenge: Challenge, proof: WalletProof | null): Refused | null {
  if (challenge.message === null) return refused('challenge.unusable', 'not for a message')
  const fault = compareWithIssued(settings, message, challenge.message, attempt.now)
  if (fault !== null) return refused('sign_in.mismatch', fault.code)
  if (proof === null) return null
  if (proof.outcome === 'refused') return refused(proof.code, proof.reason)
  // A longer life is for owners who approve one after the other; a key signs at once.
  const keyLifeEnds = Date.parse(challenge.message.issuedAt) + settings.limits.challengeLifeSeconds * 1000
  return proof.identity.kind === 'key' && keyLifeEnds <= attempt.now ? refused('challenge.unusable', 'expired for a key') : null
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

/** The kinds of line that tell of a refused attempt. */
const refusedTypes = {
  'sign-in': 'sign-in.refused',
  'passkey-sign-in': 'sign-in.refused',
  'step-up': 'step-up.refused',
  'passkey-step-up': 'step-up.refused',
  link: 'wallet.refused',
  merge: 'wallet.refused',
  'passkey-add': 'passkey.refused',
} as const satisfies Record<ChallengePurpose, EventType>

/** The log line of a refused attempt. It keeps no message: what proves nothing is not evidence, and anybody could fill the
 * log with it. */
export const attemptRefused = (
  reason: string,
  attempt: Pick<Attempt, 'personId' | 'networkPrefix' | 'userAgent'> & { purpose: keyof typeof refusedTypes },
  address: string | null,
): NewEvent => ({
  type: refusedTypes[attempt.purpose],
  outcome: 'refused',
  details: { reason },
  evidence: {
    personId: attempt.personId,
    content: { ...(address !== null && { address }), networkPrefix: attempt.networkPrefix, userAgent: attempt.userAgent },
  },
})
