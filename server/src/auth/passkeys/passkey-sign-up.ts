// Signs up a new person with only a passkey, if the operator allows it (decision 0052).
import type { ApiEndpointOutput, PasskeyAttestation } from '@countersign/api/api-endpoints'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
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
import type { ChallengeEndpointContext } from '../challenges/challenge-endpoint-context.ts'
import { parseWebauthnClientData } from '../challenges/check-webauthn-client-data.ts'
import { extractChallengeId } from '../challenges/challenge-nonce.ts'
import { supportedCoseAlgorithms } from '../challenges/webauthn-relying-party.ts'
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { createRandomId } from '../../platform/create-random-id.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { ServerSettings } from '../../platform/server-setting-definitions.ts'
import { insertPerson, deletePersonRows } from '../../store/people/person-store.ts'
import { findPendingInteraction, completeSignIn, unusableInteractionRefusal } from '../sign-in/complete-sign-in.ts'
import type { SignInBrowserContext, CompletedSignIn } from '../sign-in/complete-sign-in.ts'
import { createPasskeyAuditEvent, toNewPasskeyRow } from './add-passkey.ts'
import type { PasskeyVerificationContext } from './verify-passkey-authentication-attempt.ts'
import { issuePasskeyChallenge } from './rate-limit-and-issue-passkey-challenge.ts'
import { deriveUserHandle } from './issue-passkey-creation-options.ts'
import { insertPasskey } from './passkey-store.ts'
import { verifyPasskeyAttestation } from './verify-passkey-attestation.ts'
import type { NewPasskey } from './verify-passkey-attestation.ts'

type PasskeySignUpAttempt = AuthenticationAttempt & SignInBrowserContext & { attestation: PasskeyAttestation }

const purpose = 'passkey-create'

export function requirePasskeySignUpEnabled({ passkeySignUp }: ServerSettings): void {
  if (passkeySignUp !== 'on') throw new ApiError('sign_up.disabled')
}

/** The ID is derived, because the authenticator needs it before the person is stored. */
const derivePersonId = (challengeId: string): string => {
  const bits = createHash('sha256').update(`person by ${challengeId}`).digest()
  return createRandomId((length) => bits.subarray(0, length))
}

/** The user name is the host, because the person has no name yet. */
export async function issuePasskeySignUpOptions(
  app: ChallengeEndpointContext,
  request: FastifyRequest,
  reply: FastifyReply,
  interaction: string | undefined,
): Promise<ApiEndpointOutput<'createPasskeySignUp'>> {
  requirePasskeySignUpEnabled(app.settings)
  const issued = await issuePasskeyChallenge(app, request, reply, { purpose, personId: null, interaction })
  const { host } = new URL(app.settings.origin)
  const id = derivePersonId(extractChallengeId(issued.challenge))
  return {
    ...issued,
    rpName: host,
    userHandle: deriveUserHandle({ id }),
    username: host,
    algorithms: supportedCoseAlgorithms,
    exclude: [],
  }
}

/** @throws ApiError `rate.limited`, which leaves the challenge unspent */
export async function processPasskeySignUpAttempt(
  world: PasskeyVerificationContext,
  attempt: PasskeySignUpAttempt,
): Promise<CompletedSignIn | RefusedAuthenticationAttempt> {
  const { random, rateLimiter, settings } = world
  const clientData = parseWebauthnClientData(attempt.attestation.clientDataJSON)
  if (clientData === null) return refuseAuthenticationAttempt('passkey.refused', 'client data that cannot be read')
  const challenge = decodeChallenge(world, clientData.challenge, attempt.now)
  if (challenge === null) return unusableChallengeRefusal
  await rateLimiter.consumeSharedBudget('signIns', attempt.caller)
  const verdict = await verifyPasskeyAttestation(settings.origin, attempt.attestation, clientData)
  const verification =
    checkChallengeMatchesAttempt(world, challenge, { ...attempt, purpose }) ??
    (verdict.outcome === 'refused' ? refuseAuthenticationAttempt('passkey.refused', verdict.reason) : verdict)
  if (verification.outcome === 'verified') await rateLimiter.consumeSharedBudget('signUps', attempt.caller)
  return consumeChallenge(world, challenge, async (transaction) => {
    const result =
      verification.outcome === 'verified'
        ? await createPersonWithPasskey(world, transaction, attempt, derivePersonId(challenge.id), verification.passkey)
        : verification
    if (result.outcome === 'refused')
      await appendAuditEvents(transaction, random, attempt.now, [
        createAuthenticationRefusedEvent(result.reason, { ...attempt, purpose }, null),
      ])
    return result
  })
}

async function createPersonWithPasskey(
  { random, settings }: PasskeyVerificationContext,
  transaction: DatabaseTransaction,
  attempt: PasskeySignUpAttempt,
  personId: string,
  newPasskey: NewPasskey,
): Promise<CompletedSignIn | RefusedAuthenticationAttempt> {
  const { now } = attempt
  const interaction = await findPendingInteraction(transaction, attempt)
  if (interaction === undefined) return unusableInteractionRefusal
  const person = await insertPerson(transaction, personId, now)
  const passkey = await insertPasskey(
    transaction,
    toNewPasskeyRow(random, person, newPasskey, { label: null, isVouched: true, now }),
  )
  if (passkey === undefined) {
    // Does not disclose that the passkey exists, or whose it is (THREATS P8).
    await deletePersonRows(transaction, [person.id])
    return refuseAuthenticationAttempt('passkey.refused', 'another credential id')
  }
  return completeSignIn(
    transaction,
    { random, limits: settings.limits },
    {
      person,
      signInMethod: { passkey },
      kind: 'sign-in',
      crossDeviceChallengeId: null,
      requestInfo: attempt,
      interaction,
      events: [
        { type: 'person.created', outcome: 'success', details: {}, evidence: { personId, content: {} } },
        createPasskeyAuditEvent('passkey.added', passkey),
      ],
    },
  )
}
