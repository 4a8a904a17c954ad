// One transaction for all writes of a request. During the transaction, no other server is called.
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
  readonly site: Caip10AccountIdServerSettings
  readonly requestId: string
  readonly database: DatabaseKind
  readonly now: number
  /** The session of this browser; null on requests that no browser sends. */
  readonly signedIn: AuthenticatedSession | null
  readonly browserHash: string | null
  readonly networkPrefix: string
  readonly caller: RateLimitCaller
  readonly userAgent: string
  /** The application that an administrator's test login acts as; null on all other requests. */
  readonly testLogin: ApplicationTestLoginClient | null
  /** Client ID from a Basic header with an empty secret, for a public client; null otherwise. */
  readonly secretlessClientId: string | null
  readonly memberships: Map<string, readonly GroupMembership[]>
  /** The interaction being resumed, as the request found it; null on all other requests. */
  readonly interaction: { id: string; payload: OidcInteractionPayload } | null
  readonly applications: Map<string, ApplicationRecord>
  readonly authorizationSnapshots: Map<string, OidcAuthorizationSnapshot>
  /** Grants that this request's transaction has locked, by client ID. */
  readonly lockedGrants: Map<string, StoredConsentGrant>
  readonly events: NewAuditEvent[]
  /** The refresh token or device code this request consumed; its response is stored for retries. */
  consumedRecord: OidcProviderRecordKey | null
  /** The stored response that a retried request gets again. */
  replayedResponse: object | null
  /** Client assertions and DPoP proofs that stay used even if the request is rolled back. */
  readonly singleUseRecords: SingleUseOidcProviderRecord[]
  /** Whether the client proved its secret or key. */
  isClientAuthenticated: boolean
  /** The valid code or token that the request presented; null if there is none. */
  presentedCredential: { clientId: string | null; accountId: string | null } | null
  /** The last error, as sent to the application; null if there is none. */
  refusal: { error: string; description: string | undefined } | null
  /** An error whose application the provider has not looked up. */
  unattributedError: (Error & { error?: string; error_description?: string; error_detail?: string }) | null
  /** A server error; if set, the transaction is rolled back. */
  failure: unknown
}

type OpenRequestContext = OidcRequestContext & {
  queries: DatabaseQueryBuilder
  transaction: ControlledTransaction<DatabaseSchema> | null
  pendingTransaction: Promise<ControlledTransaction<DatabaseSchema>> | null
  ended: boolean
}

const requestContexts = new AsyncLocalStorage<OpenRequestContext>()

export function getOidcRequest(): OidcRequestContext {
  return getOpenRequest()
}

function getOpenRequest(): OpenRequestContext {
  const scope = requestContexts.getStore()
  if (scope === undefined) throw new Error('oidc-provider was called outside of a request')
  return scope
}

/** Uses the transaction once it has started, so that the request sees its own writes. */
export function getOidcRequestQueries(): DatabaseQueryBuilder {
  const { transaction, queries } = getOpenRequest()
  return transaction ?? queries
}

/** Once true, the request must not call another server. */
export const isOidcRequestTransactionStarted = (): boolean => getOpenRequest().pendingTransaction !== null

export async function getOrStartOidcRequestTransaction(): Promise<DatabaseTransaction> {
  const scope = getOpenRequest()
  if (scope.ended) throw new Error('oidc-provider wrote data after the response')
  scope.pendingTransaction ??= startTransaction(scope)
  return scope.pendingTransaction
}

async function startTransaction(scope: OpenRequestContext): Promise<ControlledTransaction<DatabaseSchema>> {
  scope.transaction = await scope.queries.startTransaction().execute()
  return scope.transaction
}

async function detachTransaction(scope: OpenRequestContext): Promise<ControlledTransaction<DatabaseSchema> | null> {
  scope.ended = true
  const transaction = await scope.pendingTransaction
  scope.pendingTransaction = null
  scope.transaction = null
  return transaction
}

/** Undefined once the transaction has started, so that the caller rereads under its lock. */
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
  | 'isClientAuthenticated'
  | 'presentedCredential'
  | 'refusal'
  | 'unattributedError'
  | 'failure'

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
    isClientAuthenticated: false,
    presentedCredential: null,
    refusal: null,
    unattributedError: null,
    failure: undefined,
  }
  return requestContexts.run(
    { ...scope, ...own, queries, transaction: null, pendingTransaction: null, ended: false },
    run,
  )
}

/** Rolls back on a server error only: a refusal commits, because it can revoke a token family. */
export async function commitOrRollbackOidcRequestTransaction(random: RandomBytes): Promise<void> {
  const scope = getOpenRequest()
  if (scope.failure !== undefined) return rollbackOidcRequestTransaction()
  if (scope.events.length > 0)
    await appendAuditEvents(await getOrStartOidcRequestTransaction(), random, scope.now, scope.events)
  const changed = await detachTransaction(scope)
  try {
    await changed?.commit().execute()
  } catch (error) {
    // Without the rollback the connection would never be released; SQLite has only one.
    await changed
      ?.rollback()
      .execute()
      .catch(() => {})
    throw error
  }
}

/** Marks a value as used, even if the request fails. @returns whether it was unused */
export async function recordSingleUseOidcProviderRecord(record: SingleUseOidcProviderRecord): Promise<boolean> {
  const isNew = await insertSingleUseOidcProviderRecord(await getOrStartOidcRequestTransaction(), record)
  if (isNew) getOpenRequest().singleUseRecords.push(record)
  return isNew
}

/** Rolls back after an error that the client can fix and retry; single-use records stay used. */
export async function rollbackOidcRequestForClientRetry(): Promise<void> {
  const scope = getOpenRequest()
  await rollbackOidcRequestTransaction()
  scope.ended = false
  scope.consumedRecord = null
  scope.events.length = 0
  for (const record of scope.singleUseRecords)
    await insertSingleUseOidcProviderRecord(await getOrStartOidcRequestTransaction(), record)
}

export async function rollbackOidcRequestTransaction(): Promise<void> {
  const transaction = await detachTransaction(getOpenRequest()).catch(() => null)
  await transaction?.rollback().execute()
}
