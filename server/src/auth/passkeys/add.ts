// Adds a passkey to who is signed in.
import type { PasskeyAttestation } from '@countersign/api/calls'
import { appendEvents } from '../../audit-log/append.ts'
import type { NewEvent } from '../../audit-log/append.ts'
import { attemptRefused, judgeChallenge, openChallenge, refused, spend, unusable } from '../challenges/answer.ts'
import type { Attempt, Refused } from '../challenges/answer.ts'
import type { Transaction } from '../../platform/database/open-database.ts'
import type { Random } from '../../platform/clock.ts'
import type { PasskeysTable, PeopleTable } from '../../platform/database/schema.ts'
import { createIdentifier } from '../../platform/identifier.ts'
import { holdSignedIn } from '../../store/sessions/hold.ts'
import type { SignedIn } from '../session-guard/require-session.ts'
import type { PasskeyWorld } from './answer.ts'
import { readClientData } from '../challenges/client-data.ts'
import { userHandleOf } from './creation.ts'
import { findPasskey, insertPasskey, listPasskeys } from './store.ts'
import { verifyAttestation } from './verify-attestation.ts'
import type { AttestationVerdict, NewPasskey } from './verify-attestation.ts'

/** What came in. */
export interface Registration extends Attempt {
  signedIn: SignedIn
  attestation: PasskeyAttestation
  /** As it was checked. */
  label: string | null
}

export interface Added {
  outcome: 'added'
  passkey: PasskeysTable
}

/**
 * Carries out one registration. The challenge is spent whatever comes of it.
 * @throws Refusal `session.required` where the session has ended meanwhile
 */
export async function addPasskey(world: PasskeyWorld, registration: Registration): Promise<Added | Refused> {
  const clientData = readClientData(registration.attestation.clientDataJSON)
  if (clientData === null) return refused('passkey.refused', 'client data that cannot be read')
  const challenge = openChallenge(world, clientData.challenge, registration.now)
  if (challenge === null) return unusable
  await world.rateLimits.share('signIns', registration.caller)
  const verdict = await verifyAttestation(world.settings.origin, registration.attestation, clientData)
  const attempt = { ...registration, purpose: 'passkey-add' } as const
  const refusal = judgeChallenge(world, challenge, attempt)
  return spend(world, challenge, async (transaction) => {
    const result = refusal ?? (await follow(world, transaction, registration, verdict))
    const event =
      result.outcome === 'refused'
        ? attemptRefused(result.reason, attempt, null)
        : passkeyLine('passkey.added', result.passkey)
    await appendEvents(transaction, world.random, registration.now, [event])
    return result
  })
}

const follow = async (
  world: PasskeyWorld,
  transaction: Transaction,
  registration: Registration,
  verdict: AttestationVerdict,
): Promise<Added | Refused> =>
  verdict.outcome === 'refused'
    ? refused('passkey.refused', verdict.reason)
    : record(world, transaction, registration, verdict.passkey)

async function record(
  { random, settings }: PasskeyWorld,
  transaction: Transaction,
  registration: Registration,
  made: NewPasskey,
): Promise<Added | Refused> {
  const { label, now, signedIn } = registration
  const { person } = signedIn
  // Of several at once each sees what the one before has added.
  await holdSignedIn(transaction, signedIn)
  const { length } = await listPasskeys(transaction, person.id)
  if (length >= settings.limits.passkeysPerPerson) return refused('passkey.too_many', 'no room for a passkey')
  const isVouched = signedIn.session.browser_known_at !== null
  const passkey = await insertPasskey(transaction, rowOf(random, person, made, { label, isVouched, now }))
  if (passkey === undefined) return refuseKnown(transaction, person.id, made.credentialId)
  return { outcome: 'added', passkey }
}

/**
 * The row of a passkey that was just made.
 * @param isVouched whether it was made where the person is known to be, or with the person
 */
export const rowOf = (
  random: Random,
  person: Pick<PeopleTable, 'id'>,
  made: NewPasskey,
  { label, isVouched, now }: { label: string | null; isVouched: boolean; now: number },
): PasskeysTable => ({
  id: createIdentifier(random),
  person_id: person.id,
  credential_id: made.credentialId,
  public_key: made.publicKey,
  user_handle: userHandleOf(person),
  counter: made.counter,
  transports: JSON.stringify(made.transports),
  device_type: made.deviceType,
  backed_up: made.backedUp ? 1 : 0,
  label,
  created_at: now,
  last_used_at: now,
  removed_at: null,
  vouched_at: isVouched ? now : null,
})

/** An authenticator makes another id each time: who comes with one that is somebody else's has not made it (WebAuthn §7.1 step
 * 26), and does not learn that there is one (THREATS P8); nor does the line say more, which they can read. */
async function refuseKnown(transaction: Transaction, personId: string, credentialId: string): Promise<Refused> {
  const known = await findPasskey(transaction, credentialId)
  if (known?.person_id === personId) return refused('passkey.registered_already', 'added already')
  return refused('passkey.refused', 'another credential id')
}

/** The log line of a passkey that came or went. */
export const passkeyLine = (
  type: 'passkey.added' | 'passkey.removed',
  { id, label, person_id }: PasskeysTable,
): NewEvent => ({
  type,
  outcome: 'success',
  details: {},
  evidence: { personId: person_id, content: { passkeyId: id, ...(label !== null && { label }) } },
})
