// Somebody new by a passkey alone (sign-up), where the operator has turned that on: the passkey is judged as one that is added, and then
// person and passkey are made in the transaction that spends the challenge, and the person is let in (decision 0052).
import type { CallAnswer, PasskeyAttestation } from '@countersign/api/calls'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { appendEvents } from '../../audit-log/append.ts'
import { attemptRefused, judgeChallenge, openChallenge, refused, spend, unusable } from '../challenges/answer.ts'
import type { Attempt, Refused } from '../challenges/answer.ts'
import type { ChallengeApp } from '../challenges/challenge-app.ts'
import { readClientData } from '../challenges/client-data.ts'
import { challengeIdOf } from '../challenges/nonce.ts'
import { algorithms } from '../challenges/relying-party.ts'
import type { Transaction } from '../../platform/database/open-database.ts'
import { createIdentifier } from '../../platform/identifier.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Settings } from '../../platform/settings.ts'
import { insertPerson, removePeople } from '../../store/people/store.ts'
import { findAsking, letIn, refusedAsking } from '../sign-in/let-in.ts'
import type { Arrival, LetIn } from '../sign-in/let-in.ts'
import { passkeyLine, rowOf } from './add.ts'
import type { PasskeyWorld } from './answer.ts'
import { issuePasskeyChallenge } from './challenge.ts'
import { userHandleOf } from './creation.ts'
import { insertPasskey } from './store.ts'
import { verifyAttestation } from './verify-attestation.ts'
import type { NewPasskey } from './verify-attestation.ts'

type SignUp = Attempt & Arrival & { attestation: PasskeyAttestation }

const purpose = 'passkey-create'

/** @throws Refusal `sign_up.off` */
export function requireSignUp({ passkeyFirst }: Settings): void {
  if (passkeyFirst !== 'on') throw new Refusal('sign_up.off')
}

/**
 * The id of who is made by a challenge. The authenticator keeps a handle of them before there is anybody, and nothing is stored until they come
 * back with it: so it follows from the challenge, which is as random, and which makes one person at most.
 */
const personIdBy = (challengeId: string): string => {
  const bits = createHash('sha256').update(`person by ${challengeId}`).digest()
  return createIdentifier((length) => bits.subarray(0, length))
}

/** Issues what a first passkey is made from. Whose it will be, the browser does not know a name of. */
export async function issueSignUp(
  app: ChallengeApp,
  request: FastifyRequest,
  reply: FastifyReply,
  interaction: string | undefined,
): Promise<CallAnswer<'createPasskeySignUp'>> {
  requireSignUp(app.settings)
  const issued = await issuePasskeyChallenge(app, request, reply, { purpose, personId: null, interaction })
  const { host } = new URL(app.settings.origin)
  const id = personIdBy(challengeIdOf(issued.challenge))
  return { ...issued, rpName: host, userHandle: userHandleOf({ id }), userName: host, algorithms, exclude: [] }
}

/**
 * Carries out one attempt. The challenge is spent whatever comes of it, but for one that finds no room in this minute.
 * @throws Refusal `rate.limited`; the database's errors
 */
export async function signUp(world: PasskeyWorld, attempt: SignUp): Promise<LetIn | Refused> {
  const { random, rateLimits, settings } = world
  const clientData = readClientData(attempt.attestation.clientDataJSON)
  if (clientData === null) return refused('passkey.refused', 'client data that cannot be read')
  const challenge = openChallenge(world, clientData.challenge, attempt.now)
  if (challenge === null) return unusable
  await rateLimits.share('signIns', attempt.caller)
  const verdict = await verifyAttestation(settings.origin, attempt.attestation, clientData)
  const judged =
    judgeChallenge(world, challenge, { ...attempt, purpose }) ??
    (verdict.outcome === 'refused' ? refused('passkey.refused', verdict.reason) : verdict)
  if (judged.outcome === 'verified') await rateLimits.share('signUps', attempt.caller)
  return spend(world, challenge, async (transaction) => {
    const result =
      judged.outcome === 'verified'
        ? await create(world, transaction, attempt, personIdBy(challenge.id), judged.passkey)
        : judged
    if (result.outcome === 'refused')
      await appendEvents(transaction, random, attempt.now, [
        attemptRefused(result.reason, { ...attempt, purpose }, null),
      ])
    return result
  })
}

async function create(
  { random, settings }: PasskeyWorld,
  transaction: Transaction,
  attempt: SignUp,
  personId: string,
  made: NewPasskey,
): Promise<LetIn | Refused> {
  const { now } = attempt
  const interaction = await findAsking(transaction, attempt)
  if (interaction === undefined) return refusedAsking
  const person = await insertPerson(transaction, personId, now)
  const passkey = await insertPasskey(transaction, rowOf(random, person, made, { label: null, isVouched: true, now }))
  if (passkey === undefined) {
    // Whose it is, and that there is one, is nobody's to learn (THREATS P8).
    await removePeople(transaction, [person.id])
    return refused('passkey.refused', 'another credential id')
  }
  return letIn(
    transaction,
    { random, limits: settings.limits },
    {
      person,
      way: { passkey },
      kind: 'sign-in',
      elsewhere: null,
      arrival: attempt,
      interaction,
      events: [
        { type: 'person.created', outcome: 'success', details: {}, evidence: { personId, content: {} } },
        passkeyLine('passkey.added', passkey),
      ],
    },
  )
}
