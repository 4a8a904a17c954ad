// What a passkey answers to a challenge, step by step: read, find the passkey, verify, compare with what was issued, spend the
// challenge, count the use. What follows from it (a sign-in, a step-up) is told by who calls, in the same transaction. The signature
// is verified before it begins: it depends on what came in and on the key, which never changes, and the write lock stays short.
import type { PasskeyAssertion } from '@countersign/api/calls'
import { appendEvents } from '../../audit-log/append.ts'
import type { NewEvent } from '../../audit-log/append.ts'
import {
  attemptRefused,
  elsewhereOf,
  judgeChallenge,
  openChallenge,
  refused,
  refuseSuspended,
  spend,
  unusable,
} from '../challenges/answer.ts'
import type { Attempt, ChallengeWorld, Refused } from '../challenges/answer.ts'
import { holdUnlessErased } from '../../store/people/ways-in.ts'
import type { Random } from '../../platform/clock.ts'
import type { Queries, Transaction } from '../../platform/database/open-database.ts'
import type { PasskeysTable, PeopleTable } from '../../platform/database/schema.ts'
import type { RateLimits } from '../../platform/rate-limits/rate-limits.ts'
import type { Settings } from '../../platform/settings.ts'
import { readClientData } from '../challenges/client-data.ts'
import { countUse, findPasskey } from './store.ts'
import { decoyKey, verifyAssertion } from './verify-assertion.ts'
import type { AssertionVerdict, PasskeyState } from './verify-assertion.ts'

export interface PasskeyWorld extends ChallengeWorld {
  settings: Settings
  queries: Queries
  random: Random
  rateLimits: Pick<RateLimits, 'share'>
}

/** One answer of a passkey, as it came in. */
export interface PasskeyAttempt extends Attempt {
  purpose: 'passkey-sign-in' | 'passkey-step-up'
  assertion: PasskeyAssertion
}

/** A passkey that was just used, and whose it is. */
export interface UsedPasskey {
  passkey: PasskeysTable
  person: PeopleTable
}

/** The same, and where. */
export interface AnsweredPasskey extends UsedPasskey {
  /** The id of its challenge, where it was used on another device (cross-device/). */
  elsewhere: string | null
  /** Log lines of what it has said of itself, to be written whatever follows. */
  events: readonly NewEvent[]
}

/**
 * Judges one answer. Whatever is wrong with the passkey, the caller learns only that it was refused (THREATS P8).
 * @param follow what follows where it proves the passkey's person
 */
export async function answerPasskey<Result>(
  world: PasskeyWorld,
  attempt: PasskeyAttempt,
  follow: (transaction: Transaction, used: AnsweredPasskey) => Promise<Result | Refused>,
): Promise<Result | Refused> {
  const { settings, queries, random, rateLimits } = world
  const { assertion, now } = attempt
  const clientData = readClientData(assertion.clientDataJSON)
  if (clientData === null) return refused('passkey.refused', 'client data that cannot be read')
  const challenge = openChallenge(world, clientData.challenge, now)
  if (challenge === null) return unusable
  await rateLimits.share('signIns', attempt.caller)
  const known = await findPasskey(queries, assertion.id)
  const verdict = await verifyAssertion(settings.origin, assertion, clientData, known?.public_key ?? decoyKey)
  const judged = judgeChallenge(world, challenge, attempt) ?? judgeAssertion(attempt, known, verdict)
  return spend(world, challenge, async (transaction) => {
    const result =
      'passkey' in judged ? await use(transaction, attempt, judged) : { refusal: judged, personId: attempt.personId }
    if ('person' in result) return follow(transaction, { ...result, elsewhere: elsewhereOf(challenge) })
    const line = result.event ?? attemptRefused(result.refusal.reason, { ...attempt, personId: result.personId }, null)
    await appendEvents(transaction, random, now, [...(result.before ?? []), line])
    return result.refusal
  })
}

const unknown = (): Refused => refused('passkey.refused', 'unknown passkey')

interface Verified {
  passkey: PasskeysTable
  state: PasskeyState
}

function judgeAssertion(
  { purpose, personId, assertion }: PasskeyAttempt,
  known: PasskeysTable | undefined,
  verdict: AssertionVerdict,
): Verified | Refused {
  if (known === undefined) return unknown()
  if (verdict.outcome === 'refused') return refused('passkey.refused', verdict.reason)
  // WebAuthn §7.2 step 6: where nobody was named before, the passkey must say whose it is; where it says so, it must be true.
  if (assertion.userHandle === null ? purpose === 'passkey-sign-in' : assertion.userHandle !== known.user_handle) {
    return refused('passkey.refused', 'another user handle')
  }
  if (personId !== null && known.person_id !== personId)
    return refused('step_up.somebody_else', 'a passkey that is not theirs')
  return { passkey: known, state: verdict.state }
}

/** Somebody who holds the passkey was refused: the line is theirs. */
interface RefusedUse {
  refusal: Refused
  personId: string | null
  event?: NewEvent
  /** Lines of what was found out before it was refused. */
  before?: readonly NewEvent[]
}

/** Counts a use whose proof is good. Holds the person first, as does who removes one of their passkeys: of the two, one waits. */
async function use(
  transaction: Transaction,
  attempt: PasskeyAttempt,
  { passkey, state }: Verified,
): Promise<(UsedPasskey & { events: readonly NewEvent[] }) | RefusedUse> {
  const personId = passkey.person_id
  const person = await holdUnlessErased(transaction, personId)
  // Who is erased has taken their passkeys along: nothing says that there was one.
  if (person === undefined) return { refusal: unknown(), personId: attempt.personId }
  // As it is now that the person is held: of two uses at once, one tells what has changed.
  const before = await findPasskey(transaction, passkey.credential_id)
  const used = await countUse(transaction, passkey, state, attempt.now)
  if (used === undefined) return refuseUse(transaction, attempt, { passkey, state })
  const events = before === undefined || before.device_type === used.device_type ? [] : [backupChanged(attempt, used)]
  if (person.status !== 'active')
    return { refusal: await refuseSuspended(transaction, personId), personId, before: events }
  return { passkey: used, person, events }
}

/** WebAuthn §7.2 has whoever relies on a passkey refuse one whose backup eligibility changes. Here it is let in, and its person is told (THREATS P14,
 * decision 0013). */
const backupChanged = (attempt: PasskeyAttempt, passkey: PasskeysTable): NewEvent => ({
  type: 'passkey.backup_changed',
  outcome: 'success',
  details: { now: passkey.device_type === 'multiDevice' ? 'several-devices' : 'one-device' },
  evidence: evidenceOf(attempt, passkey),
})

/** Removed since it was looked up, or else its counter did not go up. */
async function refuseUse(
  transaction: Transaction,
  attempt: PasskeyAttempt,
  { passkey, state }: Verified,
): Promise<RefusedUse> {
  const now = await findPasskey(transaction, passkey.credential_id)
  const personId = passkey.person_id
  if (now?.id !== passkey.id || now.person_id !== personId) return { refusal: unknown(), personId: attempt.personId }
  const refusal = refused('passkey.refused', `counter went from ${now.counter} to ${state.counter}`)
  return { refusal, personId, event: counterBack(attempt, now, state) }
}

/** WebAuthn §6.1.1: perhaps there are two of it by now, so that its person should know. */
const counterBack = (attempt: PasskeyAttempt, passkey: PasskeysTable, { counter }: PasskeyState): NewEvent => ({
  type: 'passkey.counter_back',
  outcome: 'refused',
  details: {
    purpose: attempt.purpose === 'passkey-sign-in' ? 'sign-in' : 'step-up',
    before: passkey.counter,
    now: counter,
  },
  evidence: evidenceOf(attempt, passkey),
})

/** Which passkey it was, and from where it was used. */
const evidenceOf = (
  { networkPrefix, userAgent }: PasskeyAttempt,
  { id, label, person_id }: PasskeysTable,
): NewEvent['evidence'] => ({
  personId: person_id,
  content: { passkeyId: id, ...(label !== null && { label }), networkPrefix, userAgent },
})
