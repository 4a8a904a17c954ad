// What one request to the provider carries with it: who is signed in, which browser it is, and the one transaction that
// holds everything the request changes. The provider calls back into our code many times in a request; all of those
// calls find each other here. The transaction begins with the first change, never while another server is waited for,
// and ends before the answer leaves: an answer that was given is kept, and one that could not be kept is not given.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { ControlledTransaction } from 'kysely'
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { ApplicationRecord } from '../../store/applications/application-store.ts'
import type { StoredConsentGrant } from '../../store/grants/consent-grant-store.ts'
import type { GroupMembership } from '../../groups/membership/read-group-memberships.ts'
import type { OidcInteractionPayload } from '../../store/interactions/oidc-interaction-store.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type {
  DatabaseKind,
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { DatabaseSchema } from '../../platform/database/database-schema.ts'
import type { RateLimitCaller } from '../../platform/rate-limits/rate-limiter.ts'
import type { AuthenticatedSession } from '../../auth/session-guard/require-request-session.ts'
import { insertSingleUseOidcProviderRecord } from '../../store/authorizations/consume-oidc-provider-record.ts'
import type { SingleUseOidcProviderRecord } from '../../store/authorizations/consume-oidc-provider-record.ts'
import type { OidcProviderRecordKey } from '../../store/authorizations/authorization-store.ts'
import type { OidcAuthorizationSnapshot } from './find-valid-oidc-provider-records.ts'
import type { Caip10AccountIdServerSettings } from '../../chains/families/chain-family.ts'
import type { ApplicationTestLoginClient } from './application-test-login-store.ts'

export interface OidcRequestContext {
  /** This server's origin and chains. */
  readonly site: Caip10AccountIdServerSettings
  readonly requestId: string
  readonly database: DatabaseKind
  readonly now: number
  /** Who is signed in with this browser; null on requests that no browser sends. */
  readonly signedIn: AuthenticatedSession | null
  readonly browserHash: string | null
  readonly networkPrefix: string
  readonly caller: RateLimitCaller
  readonly userAgent: string
  /** The application that the request is a test login as; null for all that applications themselves do. */
  readonly testLogin: ApplicationTestLoginClient | null
  /** The application that the request names in a header without a secret, where it has none; null on all others. */
  readonly secretlessClientId: string | null
  /** The groups of the people whom this request has looked at. */
  readonly memberships: Map<string, readonly GroupMembership[]>
  /** The interaction that the request goes on with, as it was when it came; null on all others. */
  readonly interaction: { id: string; payload: OidcInteractionPayload } | null
  /** The applications that this request has looked up. */
  readonly applications: Map<string, ApplicationRecord>
  /** What the codes and tokens stand on that this request has looked up, by authorization. */
  readonly authorizationSnapshots: Map<string, OidcAuthorizationSnapshot>
  /** The consents that this request holds, by application. */
  readonly lockedGrants: Map<string, StoredConsentGrant>
  /** Log lines of this request, written last. */
  readonly events: NewAuditEvent[]
  /** The refresh token or device code that this request has spent, whose response is kept for a retry. */
  consumedRecord: OidcProviderRecordKey | null
  /** The response that this request gets again. */
  replayedResponse: object | null
  /** What this request has noted to be used once, whatever it is answered: proofs of clients and of keys. */
  readonly singleUseRecords: SingleUseOidcProviderRecord[]
  /** What went wrong on our side, where something did: nothing of the request is kept then. */
  failure: unknown
}

type OpenRequestContext = OidcRequestContext & {
  queries: DatabaseQueryBuilder
  transaction: ControlledTransaction<DatabaseSchema> | null
  /** The one beginning of the transaction: the provider may ask for it several times at once. */
  pendingTransaction: Promise<ControlledTransaction<DatabaseSchema>> | null
  /** Whether its changes were settled or undone; there are none after that. */
  ended: boolean
}

const requestContexts = new AsyncLocalStorage<OpenRequestContext>()

/** The request that is being answered. */
export function getOidcRequest(): OidcRequestContext {
  return getOpenRequest()
}

function getOpenRequest(): OpenRequestContext {
  const scope = requestContexts.getStore()
  if (scope === undefined) throw new Error('The provider was called outside of a request')
  return scope
}

/** Where this request reads: what it has changed itself is seen. */
export function getOidcRequestQueries(): DatabaseQueryBuilder {
  const { transaction, queries } = getOpenRequest()
  return transaction ?? queries
}

/** Whether this request has begun to change something: from then on it waits for nobody else. */
export const isOidcRequestTransactionStarted = (): boolean => getOpenRequest().pendingTransaction !== null

/** Where this request writes. */
export async function getOrStartOidcRequestTransaction(): Promise<DatabaseTransaction> {
  const scope = getOpenRequest()
  if (scope.ended) throw new Error('The provider changes something after its answer')
  scope.pendingTransaction ??= startTransaction(scope)
  return scope.pendingTransaction
}

async function startTransaction(scope: OpenRequestContext): Promise<ControlledTransaction<DatabaseSchema>> {
  scope.transaction = await scope.queries.startTransaction().execute()
  return scope.transaction
}

/** The transaction, taken away from the request: what has not begun will not, and what is about to is waited for. */
async function detachTransaction(scope: OpenRequestContext): Promise<ControlledTransaction<DatabaseSchema> | null> {
  scope.ended = true
  const transaction = await scope.pendingTransaction
  scope.pendingTransaction = null
  scope.transaction = null
  return transaction
}

/** What a code or token stands on, read together with it. Once the request changes something, it is read anew: what others have changed
 * meanwhile is seen by who holds it. */
export const getOidcAuthorizationSnapshot = (
  authorizationId: string | undefined,
): OidcAuthorizationSnapshot | undefined =>
  authorizationId === undefined || isOidcRequestTransactionStarted()
    ? undefined
    : getOpenRequest().authorizationSnapshots.get(authorizationId)

type InitializedMembers =
  | 'authorizationSnapshots'
  | 'lockedGrants'
  | 'events'
  | 'consumedRecord'
  | 'replayedResponse'
  | 'singleUseRecords'
  | 'failure'

/** Runs a request to the provider. */
export function runOidcRequest<Result>(
  queries: DatabaseQueryBuilder,
  scope: Omit<OidcRequestContext, InitializedMembers>,
  run: () => Promise<Result>,
): Promise<Result> {
  const own: Pick<OpenRequestContext, InitializedMembers> = {
    authorizationSnapshots: new Map(),
    lockedGrants: new Map(),
    events: [],
    consumedRecord: null,
    replayedResponse: null,
    singleUseRecords: [],
    failure: undefined,
  }
  return requestContexts.run(
    { ...scope, ...own, queries, transaction: null, pendingTransaction: null, ended: false },
    run,
  )
}

/**
 * Ends what the request has changed: kept, or undone where something went wrong on our side. A request that is refused
 * is kept: a refusal can end a family of tokens.
 * @throws what the database says when it cannot be kept
 */
export async function commitOrRollbackOidcRequestTransaction(random: RandomBytes): Promise<void> {
  const scope = getOpenRequest()
  if (scope.failure !== undefined) return rollbackOidcRequestTransaction()
  if (scope.events.length > 0)
    await appendAuditEvents(await getOrStartOidcRequestTransaction(), random, scope.now, scope.events)
  const changed = await detachTransaction(scope)
  try {
    await changed?.commit().execute()
  } catch (error) {
    // What cannot be kept must be undone, or its connection would be held for ever: on SQLite the only one there is.
    await changed
      ?.rollback()
      .execute()
      .catch(() => {})
    throw error
  }
}

/**
 * Notes that something was used, which works once whatever comes of the request.
 * @returns whether it was new
 */
export async function recordSingleUseOidcProviderRecord(record: SingleUseOidcProviderRecord): Promise<boolean> {
  const isNew = await insertSingleUseOidcProviderRecord(await getOrStartOidcRequestTransaction(), record)
  if (isNew) getOpenRequest().singleUseRecords.push(record)
  return isNew
}

/** Undoes what a request has changed that its client can correct and send again; what it may not send again stays noted. */
export async function rollbackOidcRequestForClientRetry(): Promise<void> {
  const scope = getOpenRequest()
  await rollbackOidcRequestTransaction()
  scope.ended = false
  scope.consumedRecord = null
  scope.events.length = 0
  for (const record of scope.singleUseRecords)
    await insertSingleUseOidcProviderRecord(await getOrStartOidcRequestTransaction(), record)
}

/** Undoes what the request has changed, where that was not settled yet. */
export async function rollbackOidcRequestTransaction(): Promise<void> {
  const transaction = await detachTransaction(getOpenRequest()).catch(() => null)
  await transaction?.rollback().execute()
}
