// What one request to the provider carries with it: who is signed in, which browser it is, and the one transaction that
// holds everything the request changes. The provider calls back into our code many times in a request; all of those
// calls find each other here. The transaction begins with the first change, never while another server is waited for,
// and ends before the answer leaves: an answer that was given is kept, and one that could not be kept is not given.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { ControlledTransaction } from 'kysely'
import type { NewEvent } from '../../audit-log/append.ts'
import { appendEvents } from '../../audit-log/append.ts'
import type { ApplicationRecord } from '../../store/applications/store.ts'
import type { RememberedGrant } from '../../store/grants/store.ts'
import type { Membership } from '../../groups/membership/memberships.ts'
import type { InteractionPayload } from '../../store/interactions/store.ts'
import type { Random } from '../../platform/clock.ts'
import type { DatabaseKind, Queries, Transaction } from '../../platform/database/open-database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Caller } from '../../platform/rate-limits/rate-limits.ts'
import type { SignedIn } from '../../auth/session-guard/require-session.ts'
import { insertOnce } from '../../store/authorizations/records.ts'
import type { OnceRecord } from '../../store/authorizations/records.ts'
import type { RecordChoice } from '../../store/authorizations/store.ts'
import type { Ground } from './records.ts'
import type { Site } from '../../chains/families/namespace.ts'
import type { TestLoginClient } from './test-login.ts'

export interface RequestScope {
  /** This server's origin and chains. */
  readonly site: Site
  readonly requestId: string
  readonly database: DatabaseKind
  readonly now: number
  /** Who is signed in with this browser; null on requests that no browser sends. */
  readonly signedIn: SignedIn | null
  readonly browserHash: string | null
  readonly networkPrefix: string
  readonly caller: Caller
  readonly userAgent: string
  /** The application that the request is a test login as; null for all that applications themselves do. */
  readonly testLogin: TestLoginClient | null
  /** The application that the request names in a header without a secret, where it has none; null on all others. */
  readonly namedWithoutSecret: string | null
  /** The groups of the people whom this request has looked at. */
  readonly memberships: Map<string, readonly Membership[]>
  /** The interaction that the request goes on with, as it was when it came; null on all others. */
  readonly interaction: { id: string; payload: InteractionPayload } | null
  /** The applications that this request has looked up. */
  readonly applications: Map<string, ApplicationRecord>
  /** What the codes and tokens stand on that this request has looked up, by authorization. */
  readonly grounds: Map<string, Ground>
  /** The consents that this request holds, by application. */
  readonly heldGrants: Map<string, RememberedGrant>
  /** Log lines of this request, written last. */
  readonly events: NewEvent[]
  /** The refresh token or device code that this request has spent, whose response is kept for a retry. */
  spent: RecordChoice | null
  /** The response that this request gets again. */
  repeated: object | null
  /** What this request has noted to be used once, whatever it is answered: proofs of clients and of keys. */
  readonly seenOnce: OnceRecord[]
  /** What went wrong on our side, where something did: nothing of the request is kept then. */
  failure: unknown
}

type OpenScope = RequestScope & {
  queries: Queries
  transaction: ControlledTransaction<Schema> | null
  /** The one beginning of the transaction: the provider may ask for it several times at once. */
  beginning: Promise<ControlledTransaction<Schema>> | null
  /** Whether its changes were settled or undone; there are none after that. */
  ended: boolean
}

const scopes = new AsyncLocalStorage<OpenScope>()

/** The request that is being answered. */
export function currentScope(): RequestScope {
  return openScope()
}

function openScope(): OpenScope {
  const scope = scopes.getStore()
  if (scope === undefined) throw new Error('The provider was called outside of a request')
  return scope
}

/** Where this request reads: what it has changed itself is seen. */
export function reader(): Queries {
  const { transaction, queries } = openScope()
  return transaction ?? queries
}

/** Whether this request has begun to change something: from then on it waits for nobody else. */
export const hasBegun = (): boolean => openScope().beginning !== null

/** Where this request writes. */
export async function writer(): Promise<Transaction> {
  const scope = openScope()
  if (scope.ended) throw new Error('The provider changes something after its answer')
  scope.beginning ??= begin(scope)
  return scope.beginning
}

async function begin(scope: OpenScope): Promise<ControlledTransaction<Schema>> {
  scope.transaction = await scope.queries.startTransaction().execute()
  return scope.transaction
}

/** The transaction, taken away from the request: what has not begun will not, and what is about to is waited for. */
async function end(scope: OpenScope): Promise<ControlledTransaction<Schema> | null> {
  scope.ended = true
  const transaction = await scope.beginning
  scope.beginning = null
  scope.transaction = null
  return transaction
}

/** What a code or token stands on, read together with it. Once the request changes something, it is read anew: what others have changed
 * meanwhile is seen by who holds it. */
export const groundOf = (authorizationId: string | undefined): Ground | undefined =>
  authorizationId === undefined || hasBegun() ? undefined : openScope().grounds.get(authorizationId)

type Own = 'grounds' | 'heldGrants' | 'events' | 'spent' | 'repeated' | 'seenOnce' | 'failure'

/** Runs a request to the provider. */
export function runInScope<Result>(
  queries: Queries,
  scope: Omit<RequestScope, Own>,
  run: () => Promise<Result>,
): Promise<Result> {
  const own: Pick<OpenScope, Own> = {
    grounds: new Map(),
    heldGrants: new Map(),
    events: [],
    spent: null,
    repeated: null,
    seenOnce: [],
    failure: undefined,
  }
  return scopes.run({ ...scope, ...own, queries, transaction: null, beginning: null, ended: false }, run)
}

/**
 * Ends what the request has changed: kept, or undone where something went wrong on our side. A request that is refused
 * is kept: a refusal can end a family of tokens.
 * @throws what the database says when it cannot be kept
 */
export async function settle(random: Random): Promise<void> {
  const scope = openScope()
  if (scope.failure !== undefined) return abandon()
  if (scope.events.length > 0) await appendEvents(await writer(), random, scope.now, scope.events)
  const changed = await end(scope)
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
export async function noteOnce(record: OnceRecord): Promise<boolean> {
  const isNew = await insertOnce(await writer(), record)
  if (isNew) openScope().seenOnce.push(record)
  return isNew
}

/** Undoes what a request has changed that its client can correct and send again; what it may not send again stays noted. */
export async function undo(): Promise<void> {
  const scope = openScope()
  await abandon()
  scope.ended = false
  scope.spent = null
  scope.events.length = 0
  for (const record of scope.seenOnce) await insertOnce(await writer(), record)
}

/** Undoes what the request has changed, where that was not settled yet. */
export async function abandon(): Promise<void> {
  const transaction = await end(openScope()).catch(() => null)
  await transaction?.rollback().execute()
}
