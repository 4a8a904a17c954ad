// The provider's storage (adapter). Applications, sessions and grants are not stored again for the provider: it is shown those of this server.
// How codes and tokens are spent is in spend.ts.
import { Provider, errors } from 'oidc-provider'
import type { KoaContext } from 'oidc-provider'
import { canBeClientId } from '../../store/applications/check-fields.ts'
import { isDocumentAddress } from '../../store/applications/document-address.ts'
import { keepRecord, removeFamily, removeRecord, saveRecord } from '../../store/authorizations/records.ts'
import type { Payload } from '../../store/authorizations/records.ts'
import { listAuthorizationsOfSession } from '../../store/authorizations/store.ts'
import { applicationOfRequest } from './application-of-request.ts'
import { meetInRequest } from './meet-in-request.ts'
import type { Documents } from '../client-metadata/meet.ts'
import type { PollLimit } from './poll-limit.ts'
import { describeClient } from './client-metadata.ts'
import type { Random } from '../../platform/clock.ts'
import { lookAtGroups } from './group-gate.ts'
import type { GroupGate } from './group-gate.ts'
import { noteGivenWithout } from './left-out-scopes.ts'
import { noteCode, noteReuse } from './note.ts'
import { describeGrant } from './provider-grant.ts'
import { refuseDisabled } from './protocol-error.ts'
import { findRecord, findToken, tokenKinds } from './records.ts'
import type { Limits } from '@countersign/api/limits'
import type { FoundRecord } from './records.ts'
import { registerClient } from './register-client.ts'
import type { AskLogo, AskSector } from './register-client.ts'
import { currentScope, hasBegun, reader, writer } from './request-scope.ts'
import { signedTokenKind } from './signed-token.ts'
import { describeTestLoginClient } from './test-login.ts'
import { lookAtWay } from './way-gate.ts'
import { consume, consumeRefreshToken, hold } from './spend.ts'
import { isRetried } from './token-retry.ts'
import { describeLogin, describeSession } from './provider-session.ts'

/** What oidc-provider asks of its storage. */
export interface Adapter {
  upsert: (id: string, payload: Payload, lifeSeconds: number) => Promise<void>
  find: (id: string) => Promise<Payload | undefined>
  findByUid: (uid: string) => Promise<Payload | undefined>
  findByUserCode: (userCode: string) => Promise<Payload | undefined>
  consume: (id: string) => Promise<void>
  destroy: (id: string) => Promise<void>
  revokeByGrantId: (grantId: string) => Promise<void>
}

/**
 * Makes the provider's storage for one of its models.
 * @param limits how long tokens live, and a session stays awake after its use
 * @param gate where the groups of people are looked at
 * @param askSector asks for the sector of who registers
 * @param askLogo fetches the logo of who registers
 * @param documents where applications are that nobody registered
 * @param polls of devices that wait
 */
export function createAdapter(
  kind: string,
  limits: Limits,
  random: Random,
  {
    gate,
    documents,
    polls,
    ...asking
  }: { gate: GroupGate; askSector: AskSector; askLogo: AskLogo; documents: Documents; polls: PollLimit },
): Adapter {
  switch (kind) {
    case 'Client':
      return {
        ...nothing(kind),
        find: (id) => findClient(id, documents),
        upsert: (_id, payload) => registerClient(random, asking, payload as { client_secret?: string }),
      }
    case 'Session':
      // The provider's session is this server's own, seen through its cookie. What the provider would keep of it, it is
      // given anew each time, from the authorizations.
      return { ...nothing(kind), find: findSession, upsert: async () => {}, destroy: async () => {} }
    case 'Grant':
      return { ...nothing(kind), find: describeGrant, destroy: endFamily, revokeByGrantId: endFamily }
    case 'Interaction':
      return { ...records(kind), find: findInteraction, upsert: saveInteraction, destroy: finishInteraction }
    case 'RefreshToken':
      return {
        ...records(kind),
        find: (id) => find(kind, id, limits, gate),
        consume: (id) => consumeRefreshToken(id, limits),
      }
    case 'DeviceCode':
      return { ...records(kind), find: async (id) => countPoll(polls, id, await find(kind, id, limits, gate)) }
    case 'AuthorizationCode':
    case 'AccessToken':
    case signedTokenKind:
      return { ...records(kind), find: (id) => find(kind, id, limits, gate) }
    case 'ClientCredentials':
      return { ...records(kind), upsert: saveOwnToken }
    case 'PushedAuthorizationRequest':
      return {
        ...records(kind),
        upsert: (id, payload, lifeSeconds) =>
          save(kind, id, { ...payload, clientId: Provider.ctx?.oidc.client?.clientId }, lifeSeconds),
      }
    default:
      return records(kind)
  }
}

/** Requests whose poll was counted: a code is looked up more than once in some of them. */
const countedRequests = new WeakSet<KoaContext>()

/** Counts a poll by the application that the code was given to; what others present is not its doing. */
function countPoll(polls: PollLimit, id: string, payload: Payload | undefined): Payload | undefined {
  const { ctx } = Provider
  if (ctx === undefined || payload === undefined || countedRequests.has(ctx) || ctx.oidc.route !== 'token')
    return payload
  const isWaiting = payload['accountId'] === undefined && payload['error'] === undefined
  if (!isWaiting || payload['clientId'] !== ctx.oidc.client?.clientId) return payload
  countedRequests.add(ctx)
  polls.count(id, currentScope().now)
  return payload
}

/** A model of which the provider stores nothing. */
function nothing(kind: string): Adapter {
  const never = async (): Promise<never> => {
    throw new Error(`The provider does not store ${kind}`)
  }
  return {
    upsert: never,
    find: never,
    findByUid: never,
    findByUserCode: never,
    consume: never,
    destroy: never,
    revokeByGrantId: never,
  }
}

/** @param gate given for what is used up or shown in the name of a person, whose way in and groups are looked at then */
const find = async (
  kind: string,
  id: string,
  limits: Limits | null = null,
  gate: GroupGate | null = null,
): Promise<Payload | undefined> => {
  let row = await look(kind, id)
  if (row !== undefined && gate !== null && (await lookAtWay(gate, row))) row = await lookAgain(kind, id)
  if (row !== undefined && gate !== null && (await lookAtGroups(gate, row))) row = await lookAgain(kind, id)
  if (row === undefined) return undefined
  if (row.ground !== null) currentScope().grounds.set(row.ground.authorization.id, row.ground)
  const payload = JSON.parse(row.payload) as Payload
  return {
    ...payload,
    jti: id,
    // Where a person has proved again meanwhile, the authorization goes on in the new session.
    ...(row.session_id !== null && { sessionUid: row.session_id }),
    ...(limits !== null && endOf(payload, row, limits)),
    ...(row.consumed_at !== null && !isRetried(kind) && { consumed: Math.floor(row.consumed_at / 1000) }),
  }
}

/** When something ends by its age: a refresh token no later than all that came from its sign-in, and what was spent not before its window. */
function endOf(
  { exp, iiat }: Payload,
  { kind, consumed_at }: FoundRecord,
  { refreshTokenMaximumAgeSeconds, tokenRetrySeconds }: Limits,
): { exp?: number } {
  if (typeof exp !== 'number') return {}
  const latest = typeof iiat === 'number' ? iiat + refreshTokenMaximumAgeSeconds : exp
  const window = consumed_at !== null && isRetried(kind) ? Math.ceil(consumed_at / 1000) + tokenRetrySeconds + 1 : 0
  return { exp: Math.max(Math.min(exp, latest), window) }
}

const anyToken: ReadonlySet<string> = new Set(tokenKinds)
const askedTokens = new WeakMap<object, Map<string, Promise<FoundRecord | undefined>>>()

/** Who asks about a token need not say of which kind it is, and the provider then looks for all of them at once: that is one look. */
async function look(kind: string, id: string): Promise<FoundRecord | undefined> {
  const scope = currentScope()
  if (!anyToken.has(kind) || Provider.ctx?.oidc.route !== 'introspection') return lookAgain(kind, id)
  const asked = askedTokens.get(scope) ?? new Map<string, Promise<FoundRecord | undefined>>()
  askedTokens.set(scope, asked)
  const looking = asked.get(id) ?? findToken(reader(), id, scope.now)
  asked.set(id, looking)
  const found = await looking
  return found?.kind === kind ? found : undefined
}

const lookAgain = (kind: string, id: string): Promise<FoundRecord | undefined> =>
  findRecord(reader(), kind, id, currentScope().now)

/** A model whose records stand in the table of records. */
function records(kind: string): Adapter {
  return {
    ...nothing(kind),
    find: (id) => find(kind, id),
    upsert: (id, payload, lifeSeconds) => save(kind, id, payload, lifeSeconds),
    consume: async (id) => void (await consume(kind, id)),
    destroy: (id) => destroy(kind, id),
    revokeByGrantId: endFamily,
  }
}

async function save(kind: string, id: string, payload: Payload, lifeSeconds: number): Promise<void> {
  const { now, browserHash } = currentScope()
  const transaction = await writer()
  await saveRecord(transaction, {
    kind,
    id,
    payload,
    browserHash: kind === 'Interaction' ? browserHash : null,
    now,
    expiresAt: now + lifeSeconds * 1000,
  })
  if (kind !== 'AuthorizationCode') return
  await noteCode(transaction, payload)
  await noteGivenWithout(transaction, payload)
}

/** A token that an application has for itself is about nobody; the scopes of services are in signed tokens, which are not stored. */
async function saveOwnToken(id: string, payload: Payload, lifeSeconds: number): Promise<void> {
  if (payload.scope !== undefined)
    throw new errors.InvalidScope('only a person can give what these scopes stand for', payload.scope)
  await save('ClientCredentials', id, payload, lifeSeconds)
}

async function destroy(kind: string, id: string): Promise<void> {
  await removeRecord(await hold({ kind, id }), kind, id)
}

/** The provider ends a family when it is shown something spent, and when an application hands a token back. */
async function endFamily(authorizationId: string): Promise<void> {
  const transaction = await hold({ authorizationId })
  if (Provider.ctx?.oidc.route === 'token') {
    const owner = await transaction
      .selectFrom('authorizations')
      .select(['person_id', 'application_id'])
      .where('id', '=', authorizationId)
      .executeTakeFirst()
    if (owner !== undefined) noteReuse(owner.person_id, owner.application_id)
  }
  await removeFamily(transaction, authorizationId)
}

/** The provider asks several times in a request; it is the same application each time. */
async function findClient(id: string, documents: Documents): Promise<Payload | undefined> {
  // Not worth a look-up, and perhaps a text that a database cannot be asked for.
  if (!canBeClientId(id)) return undefined
  const { testLogin, browserHash } = currentScope()
  const record = isDocumentAddress(id) ? await meetInRequest(id, documents) : await applicationOfRequest(id)
  if (record === undefined) return undefined
  if (!record.enabled) {
    refuseDisabled(Provider.ctx, id)
    return undefined
  }
  if (testLogin?.applicationId === id) return describeTestLoginClient(record, testLogin)
  // The client of a site is this server itself, which asks nobody for tokens: to programs there is no such client.
  if (record.kind === 'site' && browserHash === null) return undefined
  return describeClient(record)
}

async function findSession(id: string): Promise<Payload | undefined> {
  const { signedIn } = currentScope()
  // The cookie was written by this server for this request; another one's is nobody's.
  if (signedIn === null || signedIn.session.id !== id) return undefined
  return describeSession(signedIn, await listAuthorizationsOfSession(reader(), id))
}

/** An interaction goes on with what was answered in it by the person who is signed in now, and by nobody else. */
async function findInteraction(id: string): Promise<Payload | undefined> {
  const { signedIn, interaction } = currentScope()
  const payload =
    interaction?.id === id && !hasBegun() ? { ...interaction.payload, jti: id } : await find('Interaction', id)
  if (payload === undefined) return undefined
  const personId = signedIn?.person.id
  const { login, consent, ...rest } = (payload.result ?? {}) as {
    login?: { accountId: string }
    consent?: { accountId: string }
  }
  return {
    ...payload,
    result: {
      ...rest,
      // In the provider's words; that the session is a fresh one is what has been answered.
      ...(signedIn !== null && login?.accountId === personId && { login: describeLogin(signedIn) }),
      ...(consent?.accountId === personId && { consent }),
    },
  }
}

/** Without the provider's notes of the session and the authorization it began with: a fresh proof is a new session, perhaps of
 * somebody else, and the interaction goes on when the old one has ended. It is bound to its browser instead. */
async function saveInteraction(id: string, payload: Payload, lifeSeconds: number): Promise<void> {
  await save('Interaction', id, { ...payload, session: undefined, grantId: undefined }, lifeSeconds)
  // The provider takes a pushed request that is gone for one that was not used, so that it stays for as long as a sign-in
  // that began with it can go on.
  const { parJti } = payload
  if (parJti !== undefined)
    await keepRecord(
      await writer(),
      { kind: 'PushedAuthorizationRequest', id: parJti },
      currentScope().now + lifeSeconds * 1000,
    )
}

/** One is gone on with once, also by two requests at the same time. */
async function finishInteraction(id: string): Promise<void> {
  if (!(await removeRecord(await writer(), 'Interaction', id)))
    throw new errors.SessionNotFound('the interaction was gone on with already')
}
