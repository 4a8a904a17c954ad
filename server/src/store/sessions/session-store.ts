// The SQL of sessions: how they are found, listed, begun, used and ended. What makes one live stands in `active-session.ts`.
import type { Session } from '@countersign/api/api-endpoints'
import type { Limits } from '@countersign/api/limits'
import type { NamespaceName } from '@countersign/message'
import { formatDisplayAddress } from '../../chains/families/chain-family-registry.ts'
import { sql } from 'kysely'
import type { RawBuilder, SelectQueryBuilder, SqlBool } from 'kysely'
import { describeChain } from '../../platform/chain-settings.ts'
import type { ChainSettings } from '../../platform/chain-settings.ts'
import { formatTimestamp } from '../../platform/clock.ts'
import type { DatabaseQueries, DatabaseTransaction } from '../../platform/database/open-database.ts'
import { qualifyColumns } from '../../platform/database/qualify-columns.ts'
import { tableColumns } from '../../platform/database/schema.ts'
import { prepareQuery, prepareBatchQuery } from '../../platform/database/prepared-queries.ts'
import { whereAfterCursor } from '../../platform/cursor-pagination.ts'
import type { PageCursor } from '../../platform/cursor-pagination.ts'
import type { SessionEndReason } from '../../platform/database/column-types.ts'
import type { PasskeysTable, PeopleTable, DatabaseSchema, SessionsTable } from '../../platform/database/schema.ts'
import { isActivePerson } from '../people/active-person.ts'
import { selectBrowserTrustedSince } from './trusted-browser.ts'
import { isActiveSession, isActiveSessionWithoutIndex, isSessionNotEnded } from './active-session.ts'

/** A session with what is shown of its way in, and its browser: by which secret it is recognised, and whether it is known. */
export type SessionRow = SessionsTable & {
  namespace: NamespaceName | null
  address: string | null
  chain_reference: string | null
  wallet_name: string | null
  passkey_label: string | null
  passkey_device_type: PasskeysTable['device_type'] | null
  browser_hash: string | null
  browser_known_at: number | null
}

/** From where a session is looked at. */
export interface SessionViewContext {
  /** The session of the request. */
  currentId: string
  /** The network of the request. */
  networkPrefix: string
  limits: Pick<Limits, 'stepUpFreshnessSeconds' | 'clockToleranceSeconds' | 'contractUnreachableSeconds'>
  chains: readonly ChainSettings[]
  now: number
}

/** Until when the last proof of a session counts for what is sensitive; null where it does not. One of the future does not: the clock
 * was set back, and it would count for longer than it may. Milliseconds since 1970. */
export function getStepUpFreshUntil(
  row: Pick<SessionsTable, 'confirmed_at'>,
  { limits, now }: { limits: Pick<Limits, 'stepUpFreshnessSeconds' | 'clockToleranceSeconds'>; now: number },
): number | null {
  if (row.confirmed_at === null || row.confirmed_at > now + limits.clockToleranceSeconds * 1000) return null
  const until = row.confirmed_at + limits.stepUpFreshnessSeconds * 1000
  return until > now ? until : null
}

/** What is known of whether the contract that a session began with still stands behind it. */
function describeSessionContract(
  { contract_checked_at: checkedAt, contract_unreachable_since: since }: SessionRow,
  { contractUnreachableSeconds }: SessionViewContext['limits'],
): Session['contract'] {
  if (checkedAt === null) return null
  return {
    checkedAt: formatTimestamp(checkedAt),
    unreachableSince: since === null ? null : formatTimestamp(since),
    endsAt: since === null ? null : formatTimestamp(since + contractUnreachableSeconds * 1000),
  }
}

/** A session as its person sees it. */
export function describeSession(row: SessionRow, view: SessionViewContext): Session {
  const until = getStepUpFreshUntil(row, view)
  return {
    id: row.id,
    current: row.id === view.currentId,
    wallet:
      row.namespace === null || row.address === null
        ? null
        : {
            namespace: row.namespace,
            address: formatDisplayAddress(row.address),
            chain: row.chain_reference === null ? null : describeChain(view.chains, row.chain_reference),
            name: row.wallet_name,
          },
    contract: describeSessionContract(row, view.limits),
    passkey: row.passkey_id === null ? null : { id: row.passkey_id, label: row.passkey_label },
    createdAt: formatTimestamp(row.created_at),
    lastSeenAt: formatTimestamp(row.last_seen_at),
    confirmedUntil: until === null ? null : formatTimestamp(until),
    newBrowser: row.browser_known_at === null,
    sameNetwork: row.network_prefix === view.networkPrefix,
    expiresAt: formatTimestamp(row.expires_at),
    userAgent: row.user_agent,
    networkPrefix: row.network_prefix,
  }
}

const selectSessionsWithMethod = (queries: DatabaseQueries) =>
  queries
    .selectFrom('sessions')
    .leftJoin('wallets', 'wallets.id', 'sessions.wallet_id')
    .leftJoin('wallet_names', 'wallet_names.wallet_id', 'sessions.wallet_id')
    .leftJoin('passkeys', 'passkeys.id', 'sessions.passkey_id')
    .leftJoin('browsers', 'browsers.id', 'sessions.browser_id')
    .select(qualifyColumns('sessions', tableColumns.sessions))
    .select([
      'wallets.namespace',
      'wallets.address',
      'wallets.chain_reference',
      'wallet_names.name as wallet_name',
      'passkeys.label as passkey_label',
      'passkeys.device_type as passkey_device_type',
      'browsers.browser_hash',
      selectBrowserTrustedSince().as('browser_known_at'),
    ]) as unknown as SelectQueryBuilder<DatabaseSchema, 'sessions', SessionRow>

const insertSessions = prepareBatchQuery((queries, rows: readonly SessionsTable[]) =>
  queries.insertInto('sessions').values(rows),
)

export async function insertSession(transaction: DatabaseTransaction, session: SessionsTable): Promise<void> {
  await insertSessions(transaction, [session])
}

const selectActiveSession = prepareQuery((queries, tokenHash: string, now: number) =>
  selectSessionsWithMethod(queries)
    .innerJoin('people', 'people.id', 'sessions.person_id')
    .select([
      'people.display_name',
      'people.folded_name',
      'people.picture_url',
      'people.locale',
      'people.status',
      'people.created_at as person_created_at',
      'people.last_seen_at as person_last_seen_at',
    ])
    .where('sessions.token_hash', '=', tokenHash)
    .where(isActiveSession(now))
    .where(isActivePerson()),
)

/** The active session with this token, and its person. Suspended people have none. */
export async function findActiveSession(
  queries: DatabaseQueries,
  tokenHash: string,
  now: number,
): Promise<{ session: SessionRow; person: PeopleTable } | undefined> {
  const [row] = await selectActiveSession(queries, tokenHash, now)
  if (row === undefined) return undefined
  const {
    display_name,
    folded_name,
    picture_url,
    locale,
    status,
    person_created_at: created_at,
    person_last_seen_at: last_seen_at,
    ...session
  } = row
  return {
    session,
    person: { id: session.person_id, display_name, folded_name, picture_url, locale, status, created_at, last_seen_at },
  }
}

/** Whether a session that was replaced goes on as another of the same person in the same browser, as it does at a step-up. */
export async function wasReplacedByActiveSession(
  queries: DatabaseQueries,
  tokenHash: string,
  now: number,
): Promise<boolean> {
  const replaced = queries
    .selectFrom('sessions')
    .where('token_hash', '=', tokenHash)
    .where('end_reason', '=', 'replaced')
  const next = await queries
    .selectFrom('sessions')
    .innerJoin('people', 'people.id', 'sessions.person_id')
    .select('sessions.id')
    .where(isActivePerson())
    .where('sessions.person_id', '=', replaced.select('person_id'))
    .where('sessions.browser_id', '=', replaced.select('browser_id'))
    .where(isActiveSession(now))
    .limit(1)
    .executeTakeFirst()
  return next !== undefined
}

const updateSessionUse = prepareQuery((queries, id: string, now: number, idleExpiresAt: number) =>
  queries
    .updateTable('sessions')
    .set({ last_seen_at: now, idle_expires_at: idleExpiresAt })
    .where('id', '=', id)
    .where(isSessionNotEnded()),
)

/** Notes that an active session was used, which moves its idle end. */
export async function recordSessionUse(
  queries: DatabaseQueries,
  id: string,
  now: number,
  idleExpiresAt: number,
): Promise<void> {
  await updateSessionUse(queries, id, now, idleExpiresAt)
}

export async function listActiveSessions(
  queries: DatabaseQueries,
  personId: string,
  { now, after, size }: { now: number; after: PageCursor | null; size: number },
): Promise<SessionRow[]> {
  let query = selectSessionsWithMethod(queries).where('sessions.person_id', '=', personId).where(isActiveSession(now))
  if (after !== null) query = query.where(whereAfterCursor('sessions', after))
  return query.orderBy('sessions.created_at', 'desc').orderBy('sessions.id', 'desc').limit(size).execute()
}

/** Where a page of everybody's sessions begins, and in which order they come by when they began. */
interface SessionPagePosition {
  now: number
  order: 'asc' | 'desc'
  /** Behind this one: when it began, and its id. */
  after: readonly [createdAt: number, id: string] | null
}

interface AllSessionsQuery extends SessionPagePosition {
  /** The last one to look at. */
  through?: readonly [createdAt: number, id: string] | null
  /** Of these people alone. */
  personIds?: readonly string[]
  /** A condition on rows of the table `sessions`. */
  condition?: RawBuilder<boolean>
  size: number
}

/** A page of everybody's active sessions. */
export async function listAllActiveSessions(
  queries: DatabaseQueries,
  { now, order, after, through = null, personIds, condition, size }: AllSessionsQuery,
): Promise<SessionRow[]> {
  const [beyond, within] = order === 'asc' ? ([sql`>`, sql`<=`] as const) : ([sql`<`, sql`>=`] as const)
  const place = sql`(sessions.created_at, sessions.id)`
  const conditions = [
    ...(personIds === undefined ? [] : [sql`sessions.person_id in (${sql.join(personIds)})`]),
    ...(after === null ? [] : [sql`${place} ${beyond} (${sql.join(after)})`]),
    ...(through === null ? [] : [sql`${place} ${within} (${sql.join(through)})`]),
    ...(condition === undefined ? [] : [condition]),
  ]
  const chosen = sql<boolean>`${sql.join([isActiveSessionWithoutIndex(now), ...conditions], sql` and `)}`
  // Those of some people do not come in their order: they are sorted before anything of their way in is read.
  const first = queries
    .selectFrom('sessions')
    .select('sessions.id')
    .where(chosen)
    .orderBy('sessions.created_at', order)
    .orderBy('sessions.id', order)
    .limit(size)
  const query =
    personIds === undefined
      ? selectSessionsWithMethod(queries).where(chosen)
      : selectSessionsWithMethod(queries).where('sessions.id', 'in', first)
  return query.orderBy('sessions.created_at', order).orderBy('sessions.id', order).limit(size).execute()
}

/** Where somebody is who has looked through so many sessions that did not end; null where there are no more than that. */
export async function findSessionScanEnd(
  queries: DatabaseQueries,
  { order, after }: SessionPagePosition,
  offset: number,
): Promise<[createdAt: number, id: string] | null> {
  let query = queries.selectFrom('sessions').select(['created_at', 'id']).where(isSessionNotEnded())
  if (after !== null)
    query = query.where(sql<boolean>`(created_at, id) ${order === 'asc' ? sql`>` : sql`<`} (${sql.join(after)})`)
  const row = await query.orderBy('created_at', order).orderBy('id', order).limit(1).offset(offset).executeTakeFirst()
  return row === undefined ? null : [row.created_at, row.id]
}

/** When a session ends at the latest that is live now; null where it is not. */
export async function readActiveSessionExpiry(
  queries: DatabaseQueries,
  id: string,
  now: number,
): Promise<number | null> {
  const row = await queries
    .selectFrom('sessions')
    .select('expires_at')
    .where('id', '=', id)
    .where(isActiveSession(now))
    .executeTakeFirst()
  return row?.expires_at ?? null
}

/** Which active sessions are to end. */
export type SessionSelector =
  | { id: string; personId: string }
  | { walletId: string }
  | { passkeyId: string }
  | { browserId: string; personId: string }
  | { personId: string; except: string | null; sparing?: readonly string[] }
  | { tokenHash: string }
  | { sessionIds: readonly string[] }
  | 'all'

/** A session that has just ended, with what it stood on. */
export type EndedSession = Pick<SessionsTable, 'id' | 'person_id' | 'wallet_id' | 'contract_checked_at' | 'expires_at'>

const endSessionByToken = prepareQuery((queries, tokenHash: string, reason: SessionEndReason, now: number) =>
  queries
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: reason })
    .where(isActiveSession(now))
    .where('token_hash', '=', tokenHash)
    .returning(['id', 'person_id', 'wallet_id', 'contract_checked_at', 'expires_at']),
)

/**
 * Marks active sessions as ended; one that ended already stays as it is.
 * @returns those that ended now
 */
export async function markSessionsEnded(
  transaction: DatabaseTransaction,
  selector: SessionSelector,
  reason: SessionEndReason,
  now: number,
): Promise<EndedSession[]> {
  if (selector !== 'all' && 'tokenHash' in selector)
    return endSessionByToken(transaction, selector.tokenHash, reason, now)
  let query = transaction.updateTable('sessions').set({ ended_at: now, end_reason: reason }).where(isActiveSession(now))
  // Whatever the clock says: one that is ahead would take all of them for over, until it is set right.
  if (selector === 'all')
    return transaction
      .updateTable('sessions')
      .set({ ended_at: now, end_reason: reason })
      .where(isSessionNotEnded())
      .returning(['id', 'person_id', 'wallet_id', 'contract_checked_at', 'expires_at'])
      .execute()
  if ('sessionIds' in selector) query = query.where('id', 'in', selector.sessionIds)
  else if ('walletId' in selector) query = query.where('wallet_id', '=', selector.walletId)
  else if ('passkeyId' in selector) query = query.where('passkey_id', '=', selector.passkeyId)
  else if ('browserId' in selector)
    query = query.where('person_id', '=', selector.personId).where('browser_id', '=', selector.browserId)
  else if ('except' in selector) {
    query = query.where('person_id', '=', selector.personId)
    const staying = [...(selector.except === null ? [] : [selector.except]), ...(selector.sparing ?? [])]
    if (staying.length > 0) query = query.where('id', 'not in', staying)
  } else query = query.where('person_id', '=', selector.personId).where('id', '=', selector.id)
  return query.returning(['id', 'person_id', 'wallet_id', 'contract_checked_at', 'expires_at']).execute()
}

/** Marks a batch of sessions as ended that ran out by themselves. */
export async function markSessionsExpired(
  transaction: DatabaseTransaction,
  now: number,
  size: number,
): Promise<(Pick<SessionsTable, 'id' | 'person_id'> & { end_reason: SessionEndReason | null })[]> {
  const isOver = sql<SqlBool>`${isSessionNotEnded()} and (idle_expires_at <= ${now} or expires_at <= ${now})`
  // One end after the other: asked for either of them, PostgreSQL would go through all that are live.
  const past = (end: 'idle_expires_at' | 'expires_at') =>
    sql`select id from (select id from sessions where ${isSessionNotEnded()} and ${sql.ref(end)} <= ${now} order by ${sql.ref(end)} limit ${size}) as over`
  const expiredSessionIds = sql<string>`(${past('idle_expires_at')} union ${past('expires_at')})`
  return (
    transaction
      .updateTable('sessions')
      .set((expression) => ({
        ended_at: now,
        end_reason: expression
          .case()
          .when('expires_at', '<=', now)
          .then('expired' as const)
          .else('idle' as const)
          .end(),
      }))
      .where('id', 'in', expiredSessionIds)
      // Once more, because a session can have been used between the two looks.
      .where(isOver)
      .returning(['id', 'person_id', 'end_reason'])
      .execute()
  )
}
