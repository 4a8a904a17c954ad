// Creates the options for a new passkey (WebAuthn §5.4).
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

/** Stable, so that a new passkey replaces a removed one, and opaque (WebAuthn §14.6.1). */
export const deriveUserHandle = ({ id }: Pick<PeopleTable, 'id'>): string =>
  createHash('sha256').update(`user handle of ${id}`).digest('base64url')

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
    username: await getPasskeyUserName(app, person),
    algorithms: supportedCoseAlgorithms,
    exclude: passkeys.map(toPasskeyCredentialDescriptor),
  }
}

/** What password managers show: the display name, the shortened address, or the host. */
export async function getPasskeyUserName(
  { database, settings }: Pick<ServerAppContext, 'database' | 'settings'>,
  person: PeopleTable,
): Promise<string> {
  const { displayName, address } = await describePersonForApiResponse(database.queries, person)
  if (displayName !== null) return displayName
  return address === null ? new URL(settings.origin).host : `${address.slice(0, 6)}…${address.slice(-4)}`
}
