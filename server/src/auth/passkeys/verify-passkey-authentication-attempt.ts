// The signature is verified before the transaction, to keep the write lock short.
import type { PasskeyAssertion } from '@countersign/api/api-endpoints'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import {
  createAuthenticationRefusedEvent,
  refuseAuthenticationAttempt,
  refuseSuspendedPerson,
} from '../challenges/authentication-attempt-refusals.ts'
import {
  getCrossDeviceChallengeId,
  checkChallengeMatchesAttempt,
  decodeChallenge,
  consumeChallenge,
  unusableChallengeRefusal,
} from '../challenges/check-and-consume-challenge.ts'
import type {
  AuthenticationAttempt,
  RefusedAuthenticationAttempt,
} from '../challenges/authentication-attempt-refusals.ts'
import type { ChallengeVerificationContext } from '../challenges/check-and-consume-challenge.ts'
import { lockPersonRowUnlessErased } from '../../store/people/sign-in-method-removal-guard.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { PasskeysTable, PeopleTable } from '../../platform/database/database-schema.ts'
import type { RateLimiter } from '../../platform/rate-limits/rate-limiter.ts'
import type { ServerSettings } from '../../platform/server-setting-definitions.ts'
import { parseWebauthnClientData } from '../challenges/check-webauthn-client-data.ts'
import { mayHaveLostPasskeys } from './may-have-lost-passkeys.ts'
import {
  storePasskeyAuthenticatorState,
  findActiveOrRemovedPasskey,
  findPasskeyByCredentialId,
  findRemovedPasskeyByCredentialId,
} from './passkey-store.ts'
import { timingDecoyPasskeyPublicKey, verifyPasskeyAssertion } from './verify-passkey-assertion.ts'
import type { PasskeyAssertionResult, PasskeyAuthenticatorState } from './verify-passkey-assertion.ts'

export interface PasskeyVerificationContext extends ChallengeVerificationContext {
  settings: ServerSettings
  queries: DatabaseQueryBuilder
  random: RandomBytes
  rateLimiter: Pick<RateLimiter, 'consumeSharedBudget'>
}

export interface PasskeyAuthenticationAttempt extends AuthenticationAttempt {
  purpose: 'passkey-sign-in' | 'passkey-step-up'
  assertion: PasskeyAssertion
}

export interface VerifiedPasskey {
  passkey: PasskeysTable
  person: PeopleTable
}

export interface VerifiedPasskeyResponse extends VerifiedPasskey {
  crossDeviceChallengeId: string | null
  /** The caller must append these events to the audit log. */
  events: readonly NewAuditEvent[]
}

/** Every passkey error looks the same, except for a removed passkey's holder (THREATS P8, P19). */
export async function verifyPasskeyResponse<Result>(
  context: PasskeyVerificationContext,
  attempt: PasskeyAuthenticationAttempt,
  onVerified: (
    transaction: DatabaseTransaction,
    used: VerifiedPasskeyResponse,
  ) => Promise<Result | RefusedAuthenticationAttempt>,
): Promise<Result | RefusedAuthenticationAttempt> {
  const { settings, queries, random, rateLimiter } = context
  const { assertion, now } = attempt
  const clientData = parseWebauthnClientData(assertion.clientDataJSON)
  if (clientData === null) return refuseAuthenticationAttempt('passkey.refused', 'client data that cannot be read')
  const challenge = decodeChallenge(context, clientData.challenge, now)
  if (challenge === null) return unusableChallengeRefusal
  await rateLimiter.consumeSharedBudget('signIns', attempt.caller)
  const known = await findActiveOrRemovedPasskey(queries, assertion.id)
  const verdict = await verifyPasskeyAssertion(
    settings.origin,
    assertion,
    clientData,
    known?.public_key ?? timingDecoyPasskeyPublicKey,
  )
  const judged = checkChallengeMatchesAttempt(context, challenge, attempt) ?? checkAssertion(attempt, known, verdict)
  return consumeChallenge(context, challenge, async (transaction) => {
    const result =
      'passkey' in judged
        ? await recordVerifiedUse(context, transaction, attempt, judged)
        : { refusal: judged, personId: attempt.personId }
    if ('person' in result)
      return onVerified(transaction, { ...result, crossDeviceChallengeId: getCrossDeviceChallengeId(challenge) })
    const line =
      result.event ??
      createAuthenticationRefusedEvent(result.refusal.reason, { ...attempt, personId: result.personId }, null)
    await appendAuditEvents(transaction, random, now, [...(result.priorEvents ?? []), line])
    return result.refusal
  })
}

const refuseUnknownPasskey = (): RefusedAuthenticationAttempt =>
  refuseAuthenticationAttempt('passkey.refused', 'unknown passkey')

interface VerifiedAssertion {
  /** May have been removed. */
  passkey: PasskeysTable
  state: PasskeyAuthenticatorState
}

function checkAssertion(
  { purpose, personId, assertion }: PasskeyAuthenticationAttempt,
  known: PasskeysTable | undefined,
  verdict: PasskeyAssertionResult,
): VerifiedAssertion | RefusedAuthenticationAttempt {
  if (known === undefined) return refuseUnknownPasskey()
  if (verdict.outcome === 'refused') return refuseAuthenticationAttempt('passkey.refused', verdict.reason)
  // WebAuthn §7.2 step 6: the user handle is required for a sign-in, and must match if present.
  if (assertion.userHandle === null ? purpose === 'passkey-sign-in' : assertion.userHandle !== known.user_handle) {
    return refuseAuthenticationAttempt('passkey.refused', 'another user handle')
  }
  if (personId !== null && known.person_id !== personId && known.removed_at === null)
    return refuseAuthenticationAttempt('step_up.different_person', 'a passkey that is not theirs')
  return { passkey: known, state: verdict.state }
}

interface RefusedPasskeyUse {
  refusal: RefusedAuthenticationAttempt
  personId: string | null
  event?: NewAuditEvent
  priorEvents?: readonly NewAuditEvent[]
}

/** Locks the person first, as passkey removal does. */
async function recordVerifiedUse(
  context: PasskeyVerificationContext,
  transaction: DatabaseTransaction,
  attempt: PasskeyAuthenticationAttempt,
  { passkey, state }: VerifiedAssertion,
): Promise<(VerifiedPasskey & { events: readonly NewAuditEvent[] }) | RefusedPasskeyUse> {
  const personId = passkey.person_id
  const person = await lockPersonRowUnlessErased(transaction, personId)
  if (person === undefined) return { refusal: refuseUnknownPasskey(), personId: attempt.personId }
  // Read under the lock, so that only one of two concurrent uses reports a change.
  const before = await findPasskeyByCredentialId(transaction, passkey.credential_id)
  const used = await storePasskeyAuthenticatorState(transaction, passkey, state)
  if (used === undefined) return refusePasskeyUse(context, transaction, attempt, { passkey, state })
  const events =
    before === undefined || before.device_type === used.device_type ? [] : [createBackupChangedEvent(attempt, used)]
  if (person.status !== 'active')
    return { refusal: await refuseSuspendedPerson(transaction, personId), personId, priorEvents: events }
  return { passkey: used, person, events }
}

/** Such a change is logged but accepted, unlike in WebAuthn §7.2 (THREATS P14, decision 0013). */
const createBackupChangedEvent = (attempt: PasskeyAuthenticationAttempt, passkey: PasskeysTable): NewAuditEvent => ({
  type: 'passkey.backup_changed',
  outcome: 'success',
  details: { now: passkey.device_type === 'multiDevice' ? 'several-devices' : 'one-device' },
  evidence: createPasskeyEvidence(attempt, passkey),
})

async function refusePasskeyUse(
  context: PasskeyVerificationContext,
  transaction: DatabaseTransaction,
  attempt: PasskeyAuthenticationAttempt,
  { passkey, state }: VerifiedAssertion,
): Promise<RefusedPasskeyUse> {
  const now = await findPasskeyByCredentialId(transaction, passkey.credential_id)
  const personId = passkey.person_id
  if (now === undefined && (await isSurelyRemoved(context, transaction, attempt, passkey))) {
    const refusal = refuseAuthenticationAttempt('passkey.removed', 'removed passkey')
    return { refusal, personId: attempt.personId }
  }
  if (now?.id !== passkey.id || now.person_id !== personId)
    return { refusal: refuseUnknownPasskey(), personId: attempt.personId }
  const refusal = refuseAuthenticationAttempt('passkey.refused', `counter went from ${now.counter} to ${state.counter}`)
  return { refusal, personId, event: createCounterRegressedEvent(attempt, now, state) }
}

/** Browsers may delete it for good, so only a record of the removal counts (decision 0013). */
const isSurelyRemoved = async (
  context: PasskeyVerificationContext,
  transaction: DatabaseTransaction,
  { now }: PasskeyAuthenticationAttempt,
  passkey: PasskeysTable,
): Promise<boolean> =>
  !mayHaveLostPasskeys(context, now) &&
  (await findRemovedPasskeyByCredentialId(transaction, passkey.credential_id))?.id === passkey.id

/** A possible clone (WebAuthn §6.1.1). */
const createCounterRegressedEvent = (
  attempt: PasskeyAuthenticationAttempt,
  passkey: PasskeysTable,
  { counter }: PasskeyAuthenticatorState,
): NewAuditEvent => ({
  type: 'passkey.counter_regressed',
  outcome: 'refused',
  details: {
    purpose: attempt.purpose === 'passkey-sign-in' ? 'sign-in' : 'step-up',
    before: passkey.counter,
    now: counter,
  },
  evidence: createPasskeyEvidence(attempt, passkey),
})

const createPasskeyEvidence = (
  { networkPrefix, userAgent }: PasskeyAuthenticationAttempt,
  { id, label, person_id }: PasskeysTable,
): NewAuditEvent['evidence'] => ({
  personId: person_id,
  content: { passkeyId: id, ...(label !== null && { label }), networkPrefix, userAgent },
})
