import type { PasskeyAttestation } from '@countersign/api/api-endpoints'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import {
  createAuthenticationRefusedEvent,
  refuseAuthenticationAttempt,
} from '../challenges/authentication-attempt-refusals.ts'
import {
  checkChallengeMatchesAttempt,
  decodeChallenge,
  consumeChallenge,
  unusableChallengeRefusal,
} from '../challenges/check-and-consume-challenge.ts'
import type {
  AuthenticationAttempt,
  RefusedAuthenticationAttempt,
} from '../challenges/authentication-attempt-refusals.ts'
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type { PasskeysTable, PeopleTable } from '../../platform/database/database-schema.ts'
import { createRandomId } from '../../platform/create-random-id.ts'
import { lockPersonAndSessionRows } from '../../store/sessions/lock-session-rows.ts'
import type { AuthenticatedSession } from '../session-guard/require-request-session.ts'
import type { PasskeyVerificationContext } from './verify-passkey-authentication-attempt.ts'
import { parseWebauthnClientData } from '../challenges/check-webauthn-client-data.ts'
import { deriveUserHandle } from './issue-passkey-creation-options.ts'
import { findPasskeyByCredentialId, insertPasskey, listPasskeysOfPerson } from './passkey-store.ts'
import { verifyPasskeyAttestation } from './verify-passkey-attestation.ts'
import type { PasskeyAttestationResult, NewPasskey } from './verify-passkey-attestation.ts'

export interface PasskeyRegistrationAttempt extends AuthenticationAttempt {
  signedIn: AuthenticatedSession
  attestation: PasskeyAttestation
  label: string | null
  /** Whether the browser created the passkey in the background (decision 0013). */
  isAutomatic: boolean
}

export interface AddedPasskey {
  outcome: 'added'
  passkey: PasskeysTable
}

export async function addPasskey(
  context: PasskeyVerificationContext,
  registration: PasskeyRegistrationAttempt,
): Promise<AddedPasskey | RefusedAuthenticationAttempt> {
  const clientData = parseWebauthnClientData(registration.attestation.clientDataJSON)
  if (clientData === null) return refuseAuthenticationAttempt('passkey.refused', 'client data that cannot be read')
  const challenge = decodeChallenge(context, clientData.challenge, registration.now)
  if (challenge === null) return unusableChallengeRefusal
  await context.rateLimiter.consumeSharedBudget('signIns', registration.caller)
  const verdict = await verifyPasskeyAttestation(context.settings.origin, registration.attestation, clientData, {
    requiresUser: !registration.isAutomatic,
  })
  const attempt = { ...registration, purpose: 'passkey-add' } as const
  const refusal = checkChallengeMatchesAttempt(context, challenge, attempt)
  return consumeChallenge(context, challenge, async (transaction) => {
    const result = refusal ?? (await addVerifiedPasskey(context, transaction, registration, verdict))
    const event =
      result.outcome === 'refused'
        ? createAuthenticationRefusedEvent(result.reason, attempt, null)
        : createPasskeyAuditEvent('passkey.added', result.passkey, registration.isAutomatic ? { how: 'automatic' } : {})
    await appendAuditEvents(transaction, context.random, registration.now, [event])
    return result
  })
}

const addVerifiedPasskey = async (
  context: PasskeyVerificationContext,
  transaction: DatabaseTransaction,
  registration: PasskeyRegistrationAttempt,
  verdict: PasskeyAttestationResult,
): Promise<AddedPasskey | RefusedAuthenticationAttempt> =>
  verdict.outcome === 'refused'
    ? refuseAuthenticationAttempt('passkey.refused', verdict.reason)
    : insertVerifiedPasskey(context, transaction, registration, verdict.passkey)

async function insertVerifiedPasskey(
  { random, settings }: PasskeyVerificationContext,
  transaction: DatabaseTransaction,
  registration: PasskeyRegistrationAttempt,
  newPasskey: NewPasskey,
): Promise<AddedPasskey | RefusedAuthenticationAttempt> {
  const { label, now, signedIn, isAutomatic } = registration
  const { person } = signedIn
  // Serializes concurrent additions, so that the limit holds.
  await lockPersonAndSessionRows(transaction, signedIn)
  const { length } = await listPasskeysOfPerson(transaction, person.id)
  if (length >= settings.limits.passkeysPerPerson)
    return refuseAuthenticationAttempt('passkey.too_many', 'no room for a passkey')
  const isTrusted = signedIn.session.browser_known_at !== null && !isAutomatic
  const passkey = await insertPasskey(
    transaction,
    toNewPasskeyRow(random, person, newPasskey, { label, isVouched: isTrusted, now }),
  )
  if (passkey === undefined) return refuseRegisteredPasskey(transaction, person.id, newPasskey.credentialId)
  return { outcome: 'added', passkey }
}

/** @param isVouched whether the person created the passkey in a trusted browser, or at sign-up */
export const toNewPasskeyRow = (
  random: RandomBytes,
  person: Pick<PeopleTable, 'id'>,
  newPasskey: NewPasskey,
  { label, isVouched: isTrusted, now }: { label: string | null; isVouched: boolean; now: number },
): PasskeysTable => ({
  id: createRandomId(random),
  person_id: person.id,
  credential_id: newPasskey.credentialId,
  public_key: newPasskey.publicKey,
  user_handle: deriveUserHandle(person),
  counter: newPasskey.counter,
  transports: JSON.stringify(newPasskey.transports),
  device_type: newPasskey.deviceType,
  backed_up: newPasskey.backedUp ? 1 : 0,
  label,
  created_at: now,
  last_used_at: now,
  removed_at: null,
  trusted_at: isTrusted ? now : null,
})

/** Does not disclose another person's passkey (WebAuthn §7.1 step 26, THREATS P8). */
async function refuseRegisteredPasskey(
  transaction: DatabaseTransaction,
  personId: string,
  credentialId: string,
): Promise<RefusedAuthenticationAttempt> {
  const known = await findPasskeyByCredentialId(transaction, credentialId)
  if (known?.person_id === personId) return refuseAuthenticationAttempt('passkey.already_registered', 'added already')
  return refuseAuthenticationAttempt('passkey.refused', 'another credential id')
}

export const createPasskeyAuditEvent = (
  type: 'passkey.added' | 'passkey.removed',
  { id, label, person_id }: PasskeysTable,
  details: NewAuditEvent['details'] = {},
): NewAuditEvent => ({
  type,
  outcome: 'success',
  details,
  evidence: { personId: person_id, content: { passkeyId: id, ...(label !== null && { label }) } },
})
