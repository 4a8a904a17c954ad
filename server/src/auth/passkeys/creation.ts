// What a new passkey is made from (WebAuthn §5.4): who it is for, and which the person has already.
import type { CallAnswer } from '@countersign/api/calls'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import type { ChallengeApp } from '../challenges/challenge-app.ts'
import { readPersonShown } from '../../store/people/store.ts'
import type { App } from '../../platform/call.ts'
import type { PeopleTable } from '../../platform/database/schema.ts'
import { Refusal } from '../../platform/refusal.ts'
import { issuePasskeyChallenge } from './challenge.ts'
import { algorithms } from '../challenges/relying-party.ts'
import { describeCredential, listPasskeys } from './store.ts'

/**
 * What an authenticator keeps to name the person: the same each time, so that it replaces a passkey that was removed here instead
 * of keeping both. It says nothing of them (WebAuthn §14.6.1): their id is random, and this is not even that.
 */
export const userHandleOf = ({ id }: Pick<PeopleTable, 'id'>): string =>
  createHash('sha256').update(`user handle of ${id}`).digest('base64url')

/**
 * Issues what a passkey is made from.
 * @throws Refusal `passkey.too_many`
 */
export async function issueCreation(
  app: ChallengeApp,
  request: FastifyRequest,
  reply: FastifyReply,
  person: PeopleTable,
): Promise<CallAnswer<'createPasskeyOptions'>> {
  const { settings, database } = app
  const passkeys = await listPasskeys(database.queries, person.id)
  if (passkeys.length >= settings.limits.passkeysPerPerson) throw new Refusal('passkey.too_many')
  const { host } = new URL(settings.origin)
  return {
    ...(await issuePasskeyChallenge(app, request, reply, { purpose: 'passkey-add', personId: person.id })),
    rpName: host,
    userHandle: userHandleOf(person),
    userName: (await nameOf(app, person)) ?? host,
    algorithms,
    exclude: passkeys.map(describeCredential),
  }
}

/** What the browser lists it under: what the person calls themselves, or how they know their wallet. Nothing is invented. */
async function nameOf({ database }: App, person: PeopleTable): Promise<string | null> {
  const { displayName, address } = await readPersonShown(database.queries, person)
  return displayName ?? (address === null ? null : `${address.slice(0, 6)}…${address.slice(-4)}`)
}
