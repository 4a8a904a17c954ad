// The provider's storage (adapter). Applications, sessions and grants are not stored again for the provider: it is shown those of this server.
// How codes and tokens are spent is in consume-tokens.ts.
import { Provider, errors } from 'oidc-provider'
import type { KoaContext } from 'oidc-provider'
import { isPossibleClientId } from '../../store/applications/validate-definition-fields.ts'
import { isMetadataDocumentUrl } from '../../store/applications/metadata-document-url.ts'
import {
  extendProviderRecord,
  revokeTokenFamily,
  removeProviderRecord,
  saveProviderRecord,
} from '../../store/authorizations/provider-record-store.ts'
import type { ProviderPayload } from '../../store/authorizations/provider-record-store.ts'
import { listAuthorizationsOfSession } from '../../store/authorizations/authorization-store.ts'
import { findRequestApplication } from './request-application-cache.ts'
import { resolveClientInRequest } from './resolve-client-in-request.ts'
import type { MetadataClientResolver } from '../client-metadata/resolve-metadata-client.ts'
import type { DevicePollLimit } from './device-poll-limit.ts'
import { toClientMetadata } from './client-metadata.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import { enforceGroupRequirement } from './group-access.ts'
import type { GroupAccess } from './group-access.ts'
import { recordGrantWithDroppedScopes } from './dropped-scopes.ts'
import { recordAuthorizationCode, recordTokenReuse } from './record-provider-events.ts'
import { findProviderGrant } from './provider-grant.ts'
import { rejectDisabledApplication } from './protocol-error-page.ts'
import { findValidProviderRecord, findValidToken, introspectableTokenKinds } from './valid-provider-records.ts'
import type { Limits } from '@countersign/api/limits'
import type { ValidProviderRecord } from './valid-provider-records.ts'
import { registerClient } from './register-client.ts'
import type { LogoFetcher, SectorVerifier } from './register-client.ts'
import {
  getProviderRequest,
  isTransactionStarted,
  getReadQueries,
  getWriteTransaction,
} from './provider-request-context.ts'
import { signedTokenKind } from './signed-access-token.ts'
import { toTestLoginClientMetadata } from './test-login.ts'
import { enforceSignInMethod } from './sign-in-method-access.ts'
import { consumeCodeOrToken, consumeRefreshToken, beginTokenFamilyWrite } from './consume-tokens.ts'
import { isRetryable } from './token-retry-window.ts'
import { toProviderLogin, toProviderSession } from './provider-session.ts'

/** What oidc-provider asks of its storage. */
export interface ProviderAdapter {
  upsert: (id: string, payload: ProviderPayload, lifeSeconds: number) => Promise<void>
  find: (id: string) => Promise<ProviderPayload | undefined>
  findByUid: (uid: string) => Promise<ProviderPayload | undefined>
  findByUserCode: (userCode: string) => Promise<ProviderPayload | undefined>
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
export function createProviderAdapter(
  kind: string,
  limits: Limits,
  random: RandomBytes,
  {
    gate,
    documents,
    polls,
    ...asking
  }: {
    gate: GroupAccess
    askSector: SectorVerifier
    askLogo: LogoFetcher
    documents: MetadataClientResolver
    polls: DevicePollLimit
  },
): ProviderAdapter {
  switch (kind) {
    case 'Client':
      return {
        ...createUnsupportedAdapter(kind),
        find: (id) => findClient(id, documents),
        upsert: (_id, payload) => registerClient(random, asking, payload as { client_secret?: string }),
      }
    case 'Session':
      // The provider's session is this server's own, seen through its cookie. What the provider would keep of it, it is
      // given anew each time, from the authorizations.
      return { ...createUnsupportedAdapter(kind), find: findSession, upsert: async () => {}, destroy: async () => {} }
    case 'Grant':
      return {
        ...createUnsupportedAdapter(kind),
        find: findProviderGrant,
        destroy: revokeTokensByGrant,
        revokeByGrantId: revokeTokensByGrant,
      }
    case 'Interaction':
      return {
        ...createRecordAdapter(kind),
        find: findInteraction,
        upsert: saveInteraction,
        destroy: finishInteraction,
      }
    case 'RefreshToken':
      return {
        ...createRecordAdapter(kind),
        find: (id) => findPayload(kind, id, limits, gate),
        consume: (id) => consumeRefreshToken(id, limits),
      }
    case 'DeviceCode':
      return {
        ...createRecordAdapter(kind),
        find: async (id) => countDevicePoll(polls, id, await findPayload(kind, id, limits, gate)),
      }
    case 'AuthorizationCode':
    case 'AccessToken':
    case signedTokenKind:
      return { ...createRecordAdapter(kind), find: (id) => findPayload(kind, id, limits, gate) }
    case 'ClientCredentials':
      return { ...createRecordAdapter(kind), upsert: saveClientCredentialsToken }
    case 'PushedAuthorizationRequest':
      return {
        ...createRecordAdapter(kind),
        upsert: (id, payload, lifeSeconds) =>
          saveRecordPayload(kind, id, { ...payload, clientId: Provider.ctx?.oidc.client?.clientId }, lifeSeconds),
      }
    default:
      return createRecordAdapter(kind)
  }
}

/** Requests whose poll was counted: a code is looked up more than once in some of them. */
const countedRequests = new WeakSet<KoaContext>()

/** Counts a poll by the application that the code was given to; what others present is not its doing. */
function countDevicePoll(
  polls: DevicePollLimit,
  id: string,
  payload: ProviderPayload | undefined,
): ProviderPayload | undefined {
  const { ctx } = Provider
  if (ctx === undefined || payload === undefined || countedRequests.has(ctx) || ctx.oidc.route !== 'token')
    return payload
  const isWaiting = payload['accountId'] === undefined && payload['error'] === undefined
  if (!isWaiting || payload['clientId'] !== ctx.oidc.client?.clientId) return payload
  countedRequests.add(ctx)
  polls.count(id, getProviderRequest().now)
  return payload
}

/** A model of which the provider stores nothing. */
function createUnsupportedAdapter(kind: string): ProviderAdapter {
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
const findPayload = async (
  kind: string,
  id: string,
  limits: Limits | null = null,
  gate: GroupAccess | null = null,
): Promise<ProviderPayload | undefined> => {
  let row = await findRecordOnce(kind, id)
  if (row !== undefined && gate !== null && (await enforceSignInMethod(gate, row)))
    row = await findFreshRecord(kind, id)
  if (row !== undefined && gate !== null && (await enforceGroupRequirement(gate, row)))
    row = await findFreshRecord(kind, id)
  if (row === undefined) return undefined
  if (row.authorizationSnapshot !== null)
    getProviderRequest().authorizationSnapshots.set(
      row.authorizationSnapshot.authorization.id,
      row.authorizationSnapshot,
    )
  const payload = JSON.parse(row.payload) as ProviderPayload
  return {
    ...payload,
    jti: id,
    // Where a person has proved again meanwhile, the authorization goes on in the new session.
    ...(row.session_id !== null && { sessionUid: row.session_id }),
    ...(limits !== null && computeExpiry(payload, row, limits)),
    ...(row.consumed_at !== null && !isRetryable(kind) && { consumed: Math.floor(row.consumed_at / 1000) }),
  }
}

/** When something ends by its age: a refresh token no later than all that came from its sign-in, and what was spent not before its window. */
function computeExpiry(
  { exp, iiat }: ProviderPayload,
  { kind, consumed_at }: ValidProviderRecord,
  { refreshTokenMaximumAgeSeconds, tokenRetrySeconds }: Limits,
): { exp?: number } {
  if (typeof exp !== 'number') return {}
  const latest = typeof iiat === 'number' ? iiat + refreshTokenMaximumAgeSeconds : exp
  const window = consumed_at !== null && isRetryable(kind) ? Math.ceil(consumed_at / 1000) + tokenRetrySeconds + 1 : 0
  return { exp: Math.max(Math.min(exp, latest), window) }
}

const introspectableKinds: ReadonlySet<string> = new Set(introspectableTokenKinds)
const introspectionCache = new WeakMap<object, Map<string, Promise<ValidProviderRecord | undefined>>>()

/** Who asks about a token need not say of which kind it is, and the provider then looks for all of them at once: that is one look. */
async function findRecordOnce(kind: string, id: string): Promise<ValidProviderRecord | undefined> {
  const scope = getProviderRequest()
  if (!introspectableKinds.has(kind) || Provider.ctx?.oidc.route !== 'introspection') return findFreshRecord(kind, id)
  const asked = introspectionCache.get(scope) ?? new Map<string, Promise<ValidProviderRecord | undefined>>()
  introspectionCache.set(scope, asked)
  const looking = asked.get(id) ?? findValidToken(getReadQueries(), id, scope.now)
  asked.set(id, looking)
  const found = await looking
  return found?.kind === kind ? found : undefined
}

const findFreshRecord = (kind: string, id: string): Promise<ValidProviderRecord | undefined> =>
  findValidProviderRecord(getReadQueries(), kind, id, getProviderRequest().now)

/** A model whose records stand in the table of records. */
function createRecordAdapter(kind: string): ProviderAdapter {
  return {
    ...createUnsupportedAdapter(kind),
    find: (id) => findPayload(kind, id),
    upsert: (id, payload, lifeSeconds) => saveRecordPayload(kind, id, payload, lifeSeconds),
    consume: async (id) => void (await consumeCodeOrToken(kind, id)),
    destroy: (id) => destroyRecord(kind, id),
    revokeByGrantId: revokeTokensByGrant,
  }
}

async function saveRecordPayload(
  kind: string,
  id: string,
  payload: ProviderPayload,
  lifeSeconds: number,
): Promise<void> {
  const { now, browserHash } = getProviderRequest()
  const transaction = await getWriteTransaction()
  await saveProviderRecord(transaction, {
    kind,
    id,
    payload,
    browserHash: kind === 'Interaction' ? browserHash : null,
    now,
    expiresAt: now + lifeSeconds * 1000,
  })
  if (kind !== 'AuthorizationCode') return
  await recordAuthorizationCode(transaction, payload)
  await recordGrantWithDroppedScopes(transaction, payload)
}

/** A token that an application has for itself is about nobody; the scopes of services are in signed tokens, which are not stored. */
async function saveClientCredentialsToken(id: string, payload: ProviderPayload, lifeSeconds: number): Promise<void> {
  if (payload.scope !== undefined)
    throw new errors.InvalidScope('only a person can give what these scopes stand for', payload.scope)
  await saveRecordPayload('ClientCredentials', id, payload, lifeSeconds)
}

async function destroyRecord(kind: string, id: string): Promise<void> {
  await removeProviderRecord(await beginTokenFamilyWrite({ kind, id }), kind, id)
}

/** The provider ends a family when it is shown something spent, and when an application hands a token back. */
async function revokeTokensByGrant(authorizationId: string): Promise<void> {
  const transaction = await beginTokenFamilyWrite({ authorizationId })
  if (Provider.ctx?.oidc.route === 'token') {
    const owner = await transaction
      .selectFrom('authorizations')
      .select(['person_id', 'application_id'])
      .where('id', '=', authorizationId)
      .executeTakeFirst()
    if (owner !== undefined) recordTokenReuse(owner.person_id, owner.application_id)
  }
  await revokeTokenFamily(transaction, authorizationId)
}

/** The provider asks several times in a request; it is the same application each time. */
async function findClient(id: string, documents: MetadataClientResolver): Promise<ProviderPayload | undefined> {
  // Not worth a look-up, and perhaps a text that a database cannot be asked for.
  if (!isPossibleClientId(id)) return undefined
  const { testLogin, browserHash } = getProviderRequest()
  const record = isMetadataDocumentUrl(id)
    ? await resolveClientInRequest(id, documents)
    : await findRequestApplication(id)
  if (record === undefined) return undefined
  if (!record.enabled) {
    rejectDisabledApplication(Provider.ctx, id)
    return undefined
  }
  if (testLogin?.applicationId === id) return toTestLoginClientMetadata(record, testLogin)
  // The client of a site is this server itself, which asks nobody for tokens: to programs there is no such client.
  if (record.kind === 'site' && browserHash === null) return undefined
  return toClientMetadata(record)
}

async function findSession(id: string): Promise<ProviderPayload | undefined> {
  const { signedIn } = getProviderRequest()
  // The cookie was written by this server for this request; another one's is nobody's.
  if (signedIn === null || signedIn.session.id !== id) return undefined
  return toProviderSession(signedIn, await listAuthorizationsOfSession(getReadQueries(), id))
}

/** An interaction goes on with what was answered in it by the person who is signed in now, and by nobody else. */
async function findInteraction(id: string): Promise<ProviderPayload | undefined> {
  const { signedIn, interaction } = getProviderRequest()
  const payload =
    interaction?.id === id && !isTransactionStarted()
      ? { ...interaction.payload, jti: id }
      : await findPayload('Interaction', id)
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
      ...(signedIn !== null && login?.accountId === personId && { login: toProviderLogin(signedIn) }),
      ...(consent?.accountId === personId && { consent }),
    },
  }
}

/** Without the provider's notes of the session and the authorization it began with: a fresh proof is a new session, perhaps of
 * somebody else, and the interaction goes on when the old one has ended. It is bound to its browser instead. */
async function saveInteraction(id: string, payload: ProviderPayload, lifeSeconds: number): Promise<void> {
  await saveRecordPayload('Interaction', id, { ...payload, session: undefined, grantId: undefined }, lifeSeconds)
  // The provider takes a pushed request that is gone for one that was not used, so that it stays for as long as a sign-in
  // that began with it can go on.
  const { parJti } = payload
  if (parJti !== undefined)
    await extendProviderRecord(
      await getWriteTransaction(),
      { kind: 'PushedAuthorizationRequest', id: parJti },
      getProviderRequest().now + lifeSeconds * 1000,
    )
}

/** One is gone on with once, also by two requests at the same time. */
async function finishInteraction(id: string): Promise<void> {
  if (!(await removeProviderRecord(await getWriteTransaction(), 'Interaction', id)))
    throw new errors.SessionNotFound('the interaction was gone on with already')
}
