// What a new passkey is made from (WebAuthn §5.4): who it is for, and which the person has already.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import type { ChallengeEndpointContext } from '../challenges/challenge-endpoint-context.ts'
import { describePersonForApiResponse } from '../../store/people/person-store.ts'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import type { PeopleTable } from '../../platform/database/database-schema.ts'
import { ApiError } from '../../platform/api-error.ts'
import { issuePasskeyChallenge } from './rate-limit-and-issue-passkey-challenge.ts'
import { supportedCoseAlgorithms } from '../challenges/webauthn-relying-party.ts'
import { toPasskeyCredentialDescriptor, listPasskeysOfPerson } from './passkey-store.ts'

/**
 * What an authenticator keeps to name the person: the same each time, so that it replaces a passkey that was removed here instead
 * of keeping both. It says nothing of them (WebAuthn §14.6.1): their id is random, and this is not even that.
 */
export const deriveUserHandle = ({ id }: Pick<PeopleTable, 'id'>): string =>
  createHash('sha256').update(`user handle of ${id}`).digest('base64url')

/**
 * Issues what a passkey is made from.
 * @throws ApiError `passkey.too_many`
 */
export async function issuePasskeyCreationOptions(
  app: ChallengeEndpointContext,
  request: FastifyRequest,
  reply: FastifyReply,
  person: PeopleTable,
): Promise<ApiEndpointOutput<'createPasskeyOptions'>> {
  const { settings, database } = app
  const passkeys = await listPasskeysOfPerson(database.queries, person.id)
  if (passkeys.length >= settings.limits.passkeysPerPerson) throw new ApiError('passkey.too_many')
  const { host } = new URL(settings.origin)
  return {
    ...(await issuePasskeyChallenge(app, request, reply, { purpose: 'passkey-add', personId: person.id })),
    rpName: host,
    userHandle: deriveUserHandle(person),
    username: (await getPasskeyUserName(app, person)) ?? host,
    algorithms: supportedCoseAlgorithms,
    exclude: passkeys.map(toPasskeyCredentialDescriptor),
  }
}

/** What the browser lists it under: what the person calls themselves, or how they know their wallet. Nothing is invented. */
async function getPasskeyUserName({ database }: ServerAppContext, person: PeopleTable): Promise<string | null> {
  const { displayName, address } = await describePersonForApiResponse(database.queries, person)
  return displayName ?? (address === null ? null : `${address.slice(0, 6)}…${address.slice(-4)}`)
}
