// Challenge-response authentication, what a wallet answers to a challenge, step by step: parse, read the nonce, compare with what was
// issued, prove, spend the challenge. What follows from it (a sign-in, a step-up, a link) is told by who calls, in the transaction that
// spends, so that an attempt either happened as a whole or not at all. All else is done before it begins, so that the write lock stays
// short: it depends on the message alone, and for a contract wallet on its chain. Where that cannot be read nothing has happened, and
// nothing is spent. What names no challenge of ours costs no transaction either.
import type { OwnErrorCode } from '@countersign/api/errors'
import { checkMessage, unchecked } from '@countersign/message'
import type { Message, MessageFaultCode } from '@countersign/message'
import { appendEvents } from '../../audit-log/append.ts'
import type { EventType, NewEvent } from '../../audit-log/append.ts'
import type { Namespace } from '../../chains/families/namespace.ts'
import { readOwnMessage } from '../../chains/families/namespaces.ts'
import { readLastSuspension } from '../../store/people/last-suspension.ts'
import { formatTime } from '../../platform/clock.ts'
import type { Random } from '../../platform/clock.ts'
import type { Queries, Transaction } from '../../platform/database/open-database.ts'
import type { Caller } from '../../platform/rate-limits/rate-limits.ts'
import { Refusal } from '../../platform/refusal.ts'
import { noteBelieved } from '../../store/wallets/change.ts'
import { CustodyMoved } from '../contract-ownership/meet-owner.ts'
import type { Settings } from '../../platform/settings.ts'
import type { RollbackFloor } from './rollback-floor.ts'
import { siteFields } from './issue.ts'
import type { MessagePurpose } from './issued-message.ts'
import type { Challenge, ChallengePurpose, Nonces } from './nonce.ts'
import { proveWallet } from './prove-wallet.ts'
import type { ProofWorld, ProvedWallet, WalletProof } from './prove-wallet.ts'
import { isForgotten, isSpent, spendChallenge } from './spent.ts'

/** What every answer to a challenge is judged by. */
export interface ChallengeWorld {
  nonces: Nonces
  floor: RollbackFloor
}

export interface AnswerWorld extends ProofWorld, ChallengeWorld {
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
  /** Until when at most it stays so, in milliseconds since 1970. */
  until?: number
}

export const refused = (code: OwnErrorCode, reason: string): Refused => ({ outcome: 'refused', code, reason })

/** The refusal as it is thrown, once all that it leaves behind is kept. */
export const refusalOf = ({ code, reason, said, until }: Refused): Refusal =>
  new Refusal(code, {
    place: { reason: said, until: until === undefined ? undefined : formatTime(until) },
    privateDetail: reason,
  })

/** The wallet of a contract that has changed hands (THREATS S12). */
export const refusedHeld = (until: number): Refused => ({
  ...refused('wallet.held', 'its contract has changed hands'),
  until,
})

/** Who has proved that it is them is told why they were suspended, where a reason was given; nobody else is (THREATS P8). */
export async function refuseSuspended(queries: Queries, personId: string): Promise<Refused> {
  const { reason = null } = (await readLastSuspension(queries, personId)) ?? {}
  return { ...refused('person.suspended', 'person suspended'), ...(reason !== null && { said: reason }) }
}

/** What a wallet has proved, and by which message. */
export interface Answered extends ProvedWallet {
  message: Message
  /** The id of its challenge, where another device has signed it (cross-device/). */
  elsewhere: string | null
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
  const { settings, random } = world
  const { namespace, message } = readOwnMessage(settings, attempt.message)
  const challenge = openChallenge(world, message.nonce, attempt.now)
  if (challenge === null) return unusable
  const wrong =
    judgeChallenge(world, challenge, attempt) ?? judgeMessage(settings, attempt, namespace, message, challenge)
  for (let looks = 1; ; looks++) {
    const proof = await prove(world, attempt, namespace, message, challenge, wrong !== null)
    if (looks === 1) await countAttempt(world.rateLimits, namespace.canonical(message.address), proof, attempt)
    const refusal = wrong ?? judgeProof(settings, attempt, challenge, proof)
    try {
      return await spend(world, challenge, async (transaction) => {
        if (refusal === null && proof.outcome === 'proved')
          return follow(transaction, { ...proof, message, elsewhere: elsewhereOf(challenge) })
        const { reason, code } = refusal ?? refused('signature.refused', 'not proved')
        if (proof.outcome === 'refused' && proof.believed !== undefined)
          await noteBelieved(transaction, proof.believed.walletId, proof.believed.block)
        await appendEvents(transaction, random, attempt.now, [attemptRefused(reason, attempt, message.address)])
        return refused(code, reason)
      })
    } catch (error) {
      // Nothing has happened then, and the challenge is unspent.
      if (!(error instanceof CustodyMoved)) throw error
      if (looks === mostLooks)
        throw new Refusal('chain.unavailable', { privateDetail: 'the wallet proves itself too often at once' })
    }
  }
}

/** So often is a contract asked in one attempt whose wallet proves itself otherwise each time in between. */
const mostLooks = 5

/** A challenge that was never issued here, that nobody remembers, or that is spent: which of these, nobody learns. */
export const unusable: Refused = refused('challenge.unusable', 'unknown or used')

/** By what another device's answer is known where it is handed in; null for one that was signed where it is. */
export const elsewhereOf = ({ id, isElsewhere }: Challenge): string | null => (isElsewhere ? id : null)

/** The challenge that a nonce is; null where it is none of ours, and nothing is to be written for it (THREATS M3, M18). */
export function openChallenge(
  { nonces }: Pick<ChallengeWorld, 'nonces'>,
  nonce: string,
  now: number,
): Challenge | null {
  const challenge = nonces.read(nonce)
  return challenge === null || isForgotten(challenge, now) ? null : challenge
}

/**
 * Spends a challenge in one transaction with all that follows from its first attempt; whoever comes later finds it spent, and changes nothing.
 * @param follow what follows from it; where it throws, the challenge is unspent
 */
export async function spend<Result>(
  { queries, floor }: { queries: Queries; floor: RollbackFloor },
  challenge: Challenge,
  follow: (transaction: Transaction) => Promise<Result | Refused>,
): Promise<Result | Refused> {
  const result = await queries
    .transaction()
    .execute(async (transaction) => ((await spendChallenge(transaction, challenge)) ? follow(transaction) : null))
  if (result === null) return unusable
  floor.remember(challenge)
  return result
}

/** The proof, for which a chain is read only where the rest of the attempt is in order: whoever holds no open challenge of their own
 * browser makes this server ask nobody. */
function prove(
  world: AnswerWorld,
  attempt: SignedAttempt,
  namespace: Namespace,
  message: Message,
  challenge: Challenge,
  isWrong: boolean,
): Promise<WalletProof> {
  return proveWallet(world, {
    text: attempt.message,
    namespace,
    message,
    signature: attempt.signature,
    caller: attempt.caller,
    isHopeless: async () => isWrong || isSpent(world.queries, challenge),
    mayBeAwaited: challenge.walletKind === 'contract',
  })
}

/**
 * Counts the attempt where all are, and for its wallet. One that proves nothing counts only within its own network: otherwise a stranger
 * could lock a wallet out by failing in its name.
 */
async function countAttempt(
  rateLimits: AnswerWorld['rateLimits'],
  address: string,
  proof: WalletProof,
  { caller }: Attempt,
): Promise<void> {
  const key = proof.outcome === 'proved' ? address : `${address} from ${caller.networks[0]?.prefix ?? 'nowhere'}`
  await rateLimits.share('signIns', caller, { budget: 'signInsOfWallet', key })
}

/** Whether a challenge was for this attempt; null where it was. The order only decides what the log names. */
export function judgeChallenge(
  { floor }: Pick<ChallengeWorld, 'floor'>,
  challenge: Challenge,
  attempt: Attempt & { purpose: ChallengePurpose },
): Refused | null {
  if (attempt.browserHash === null) return refused('browser.no_cookie', 'no cookie')
  if (!challenge.isOfBrowser(attempt.browserHash)) return refused('challenge.unusable', 'another browser')
  if (challenge.purpose !== attempt.purpose) return refused('challenge.unusable', 'another purpose')
  if (!challenge.isFor(attempt))
    return refused('challenge.unusable', attempt.personId === null ? 'another interaction' : 'another person')
  if (floor.isAbove(challenge.issuedAt)) return refused('challenge.unusable', 'issued before a restore')
  if (challenge.expiresAt <= attempt.now) return refused('challenge.unusable', 'expired')
  return null
}

function judgeMessage(
  settings: Settings,
  attempt: Attempt,
  namespace: Namespace,
  message: Message,
  challenge: Challenge,
): Refused | null {
  const fault = compareWithIssued(settings, namespace, message, challenge, attempt)
  return fault === null ? null : refused('sign_in.mismatch', fault)
}

function judgeProof(settings: Settings, attempt: Attempt, { issuedAt }: Challenge, proof: WalletProof): Refused | null {
  if (proof.outcome === 'refused') return refused(proof.code, proof.reason)
  // A longer life is for owners who approve one after the other; a key signs at once.
  const keyLifeEnds = issuedAt + settings.limits.challengeLifeSeconds * 1000
  return proof.identity.kind === 'key' && keyLifeEnds <= attempt.now
    ? refused('challenge.unusable', 'expired for a key')
    : null
}

/**
 * Every field that was issued must come back unchanged; only the address and the chain are the wallet's to fill in. The site
 * is that of the settings of now, whatever they were when the message was issued.
 */
function compareWithIssued(
  settings: Settings,
  namespace: Namespace,
  message: Message,
  challenge: Challenge,
  { interaction, now }: Attempt,
): MessageFaultCode | null {
  const site = siteFields(settings.origin)
  const fault = checkMessage(
    message,
    {
      scheme: undefined,
      domain: site.domain,
      address: unchecked,
      // Below: what it said is known by its tag alone.
      statement: unchecked,
      uri: site.uri,
      chainIds: namespace.chainIds(settings),
      nonce: unchecked,
      issuedAt: formatTime(challenge.issuedAt),
      expirationTime: formatTime(challenge.expiresAt),
      notBefore: undefined,
      requestId: interaction ?? undefined,
      resources: undefined,
    },
    { now, toleranceMs: settings.limits.clockToleranceSeconds * 1000 },
    namespace.form,
  )
  if (fault !== null) return fault.code
  return challenge.says(message.statement ?? null) ? null : 'message.statement_mismatch'
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
  'passkey-create': 'sign-in.refused',
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
    content: {
      ...(address !== null && { address }),
      networkPrefix: attempt.networkPrefix,
      userAgent: attempt.userAgent,
    },
  },
})
