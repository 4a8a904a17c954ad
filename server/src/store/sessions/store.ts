// The SQL of sessions: how they are found, listed, begun, used and ended. What makes one live stands in `live.ts`.
import type { Session } from '@countersign/api/calls'
import type { Limits } from '@countersign/api/limits'
import type { NamespaceName } from '@countersign/message'
import { shownAddress } from '../../chains/families/namespaces.ts'
import { sql } from 'kysely'
import type { RawBuilder, SelectQueryBuilder, SqlBool } from 'kysely'
import { describeChain } from '../../platform/chain-settings.ts'
import type { ChainSettings } from '../../platform/chain-settings.ts'
import { formatTime } from '../../platform/clock.ts'
import type { Queries, Transaction } from '../../platform/database/open-database.ts'
import { columnsOf } from '../../platform/database/columns-of.ts'
import { columns } from '../../platform/database/schema.ts'
import { prepare, prepareRows } from '../../platform/database/prepared.ts'
import { comesAfter } from '../../platform/paging.ts'
import type { Cursor } from '../../platform/paging.ts'
import type { SessionEndReason } from '../../platform/database/column-types.ts'
import type { PasskeysTable, PeopleTable, Schema, SessionsTable } from '../../platform/database/schema.ts'
import { isActive } from '../people/active.ts'
import { knownSince } from './known.ts'
import { live, liveAmong, notEnded } from './live.ts'

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
export interface SessionView {
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
export function confirmedUntil(
  row: Pick<SessionsTable, 'confirmed_at'>,
  { limits, now }: { limits: Pick<Limits, 'stepUpFreshnessSeconds' | 'clockToleranceSeconds'>; now: number },
): number | null {
  if (row.confirmed_at === null || row.confirmed_at > now + limits.clockToleranceSeconds * 1000) return null
  const until = row.confirmed_at + limits.stepUpFreshnessSeconds * 1000
  return until > now ? until : null
}

/** What is known of whether the contract that a session began with still stands behind it. */
function describeContract(
  { contract_checked_at: checkedAt, contract_unreachable_since: since }: SessionRow,
  { contractUnreachableSeconds }: SessionView['limits'],
): Session['contract'] {
  if (checkedAt === null) return null
  return {
    checkedAt: formatTime(checkedAt),
    unreachableSince: since === null ? null : formatTime(since),
    endsAt: since === null ? null : formatTime(since + contractUnreachableSeconds * 1000),
  }
}

/** A session as its person sees it. */
export function describeSession(row: SessionRow, view: SessionView): Session {
  const until = confirmedUntil(row, view)
  return {
    id: row.id,
    current: row.id === view.currentId,
    wallet:
      row.namespace === null || row.address === null
        ? null
        : {
            namespace: row.namespace,
            address: shownAddress(row.address),
            chain: row.chain_reference === null ? null : describeChain(view.chains, row.chain_reference),
            name: row.wallet_name,
          },
    contract: describeContract(row, view.limits),
    passkey: row.passkey_id === null ? null : { id: row.passkey_id, label: row.passkey_label },
    createdAt: formatTime(row.created_at),
    lastSeenAt: formatTime(row.last_seen_at),
    confirmedUntil: until === null ? null : formatTime(until),
    newBrowser: row.browser_known_at === null,
    sameNetwork: row.network_prefix === view.networkPrefix,
    expiresAt: formatTime(row.expires_at),
    userAgent: row.user_agent,
    networkPrefix: row.network_prefix,
  }
}

const withWayIn = (queries: Queries) =>
  queries
    .selectFrom('sessions')
    .leftJoin('wallets', 'wallets.id', 'sessions.wallet_id')
    .leftJoin('wallet_names', 'wallet_names.wallet_id', 'sessions.wallet_id')
    .leftJoin('passkeys', 'passkeys.id', 'sessions.passkey_id')
    .leftJoin('browsers', 'browsers.id', 'sessions.browser_id')
    .select(columnsOf('sessions', columns.sessions))
    .select([
      'wallets.namespace',
      'wallets.address',
      'wallets.chain_reference',
      'wallet_names.name as wallet_name',
      'passkeys.label as passkey_label',
      'passkeys.device_type as passkey_device_type',
      'browsers.browser_hash',
      knownSince().as('browser_known_at'),
    ]) as unknown as SelectQueryBuilder<Schema, 'sessions', SessionRow>

const insertSessions = prepareRows((queries, rows: readonly SessionsTable[]) =>
  queries.insertInto('sessions').values(rows),
)

export async function insertSession(transaction: Transaction, session: SessionsTable): Promise<void> {
  await insertSessions(transaction, [session])
}

const selectActive = prepare((queries, tokenHash: string, now: number) =>
  withWayIn(queries)
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
    .where(live(now))
    .where(isActive()),
)

/** The active session with this token, and its person. Suspended people have none. */
export async function findActiveSession(
  queries: Queries,
  tokenHash: string,
  now: number,
): Promise<{ session: SessionRow; person: PeopleTable } | undefined> {
  const [row] = await selectActive(queries, tokenHash, now)
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
export async function goesOn(queries: Queries, tokenHash: string, now: number): Promise<boolean> {
  const replaced = queries
    .selectFrom('sessions')
    .where('token_hash', '=', tokenHash)
    .where('end_reason', '=', 'replaced')
  const next = await queries
    .selectFrom('sessions')
    .innerJoin('people', 'people.id', 'sessions.person_id')
    .select('sessions.id')
    .where(isActive())
    .where('sessions.person_id', '=', replaced.select('person_id'))
    .where('sessions.browser_id', '=', replaced.select('browser_id'))
    .where(live(now))
    .limit(1)
    .executeTakeFirst()
  return next !== undefined
}

const touch = prepare((queries, id: string, now: number, idleExpiresAt: number) =>
  queries
    .updateTable('sessions')
    .set({ last_seen_at: now, idle_expires_at: idleExpiresAt })
    .where('id', '=', id)
    .where(notEnded()),
)

/** Notes that an active session was used, which moves its idle end. */
export async function touchSession(queries: Queries, id: string, now: number, idleExpiresAt: number): Promise<void> {
  await touch(queries, id, now, idleExpiresAt)
}

export async function listActiveSessions(
  queries: Queries,
  personId: string,
  { now, after, size }: { now: number; after: Cursor | null; size: number },
): Promise<SessionRow[]> {
  let query = withWayIn(queries).where('sessions.person_id', '=', personId).where(live(now))
  if (after !== null) query = query.where(comesAfter('sessions', after))
  return query.orderBy('sessions.created_at', 'desc').orderBy('sessions.id', 'desc').limit(size).execute()
}

/** Where a page of everybody's sessions begins, and in which order they come by when they began. */
interface SessionsInOrder {
  now: number
  order: 'asc' | 'desc'
  /** Behind this one: when it began, and its id. */
  after: readonly [createdAt: number, id: string] | null
}

interface EverybodysSessions extends SessionsInOrder {
  /** The last one to look at. */
  until?: readonly [createdAt: number, id: string] | null
  /** Of these people alone. */
  of?: readonly string[]
  /** A condition on rows of the table `sessions`. */
  having?: RawBuilder<boolean>
  size: number
}

/** A page of everybody's active sessions. */
export async function listEverybodysSessions(
  queries: Queries,
  { now, order, after, until = null, of, having, size }: EverybodysSessions,
): Promise<SessionRow[]> {
  const [beyond, within] = order === 'asc' ? ([sql`>`, sql`<=`] as const) : ([sql`<`, sql`>=`] as const)
  const place = sql`(sessions.created_at, sessions.id)`
  const conditions = [
    ...(of === undefined ? [] : [sql`sessions.person_id in (${sql.join(of)})`]),
    ...(after === null ? [] : [sql`${place} ${beyond} (${sql.join(after)})`]),
    ...(until === null ? [] : [sql`${place} ${within} (${sql.join(until)})`]),
    ...(having === undefined ? [] : [having]),
  ]
  const chosen = sql<boolean>`${sql.join([liveAmong(now), ...conditions], sql` and `)}`
  // Those of some people do not come in their order: they are sorted before anything of their way in is read.
  const first = queries
    .selectFrom('sessions')
    .select('sessions.id')
    .where(chosen)
    .orderBy('sessions.created_at', order)
    .orderBy('sessions.id', order)
    .limit(size)
  const query =
    of === undefined ? withWayIn(queries).where(chosen) : withWayIn(queries).where('sessions.id', 'in', first)
  return query.orderBy('sessions.created_at', order).orderBy('sessions.id', order).limit(size).execute()
}

/** Where somebody is who has looked through so many sessions that did not end; null where there are no more than that. */
export async function findSessionAt(
  queries: Queries,
  { order, after }: SessionsInOrder,
  many: number,
): Promise<[createdAt: number, id: string] | null> {
  let query = queries.selectFrom('sessions').select(['created_at', 'id']).where(notEnded())
  if (after !== null)
    query = query.where(sql<boolean>`(created_at, id) ${order === 'asc' ? sql`>` : sql`<`} (${sql.join(after)})`)
  const row = await query.orderBy('created_at', order).orderBy('id', order).limit(1).offset(many).executeTakeFirst()
  return row === undefined ? null : [row.created_at, row.id]
}

/** When a session ends at the latest that is live now; null where it is not. */
export async function readLiveUntil(queries: Queries, id: string, now: number): Promise<number | null> {
  const row = await queries
    .selectFrom('sessions')
    .select('expires_at')
    .where('id', '=', id)
    .where(live(now))
    .executeTakeFirst()
  return row?.expires_at ?? null
}

/** Which active sessions are to end. */
export type SessionChoice =
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

const endByToken = prepare((queries, tokenHash: string, reason: SessionEndReason, now: number) =>
  queries
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: reason })
    .where(live(now))
    .where('token_hash', '=', tokenHash)
    .returning(['id', 'person_id', 'wallet_id', 'contract_checked_at', 'expires_at']),
)

/**
 * Marks active sessions as ended; one that ended already stays as it is.
 * @returns those that ended now
 */
export async function markEnded(
  transaction: Transaction,
  choice: SessionChoice,
  reason: SessionEndReason,
  now: number,
): Promise<EndedSession[]> {
  if (choice !== 'all' && 'tokenHash' in choice) return endByToken(transaction, choice.tokenHash, reason, now)
  let query = transaction.updateTable('sessions').set({ ended_at: now, end_reason: reason }).where(live(now))
  // Whatever the clock says: one that is ahead would take all of them for over, until it is set right.
  if (choice === 'all')
    return transaction
      .updateTable('sessions')
      .set({ ended_at: now, end_reason: reason })
      .where(notEnded())
      .returning(['id', 'person_id', 'wallet_id', 'contract_checked_at', 'expires_at'])
      .execute()
  if ('sessionIds' in choice) query = query.where('id', 'in', choice.sessionIds)
  else if ('walletId' in choice) query = query.where('wallet_id', '=', choice.walletId)
  else if ('passkeyId' in choice) query = query.where('passkey_id', '=', choice.passkeyId)
  else if ('browserId' in choice)
    query = query.where('person_id', '=', choice.personId).where('browser_id', '=', choice.browserId)
  else if ('except' in choice) {
    query = query.where('person_id', '=', choice.personId)
    const staying = [...(choice.except === null ? [] : [choice.except]), ...(choice.sparing ?? [])]
    if (staying.length > 0) query = query.where('id', 'not in', staying)
  } else query = query.where('person_id', '=', choice.personId).where('id', '=', choice.id)
  return query.returning(['id', 'person_id', 'wallet_id', 'contract_checked_at', 'expires_at']).execute()
}

/** Marks a batch of sessions as ended that ran out by themselves. */
export async function markExpired(
  transaction: Transaction,
  now: number,
  size: number,
): Promise<(Pick<SessionsTable, 'id' | 'person_id'> & { end_reason: SessionEndReason | null })[]> {
  const isOver = sql<SqlBool>`${notEnded()} and (idle_expires_at <= ${now} or expires_at <= ${now})`
  // One end after the other: asked for either of them, PostgreSQL would go through all that are live.
  const past = (end: 'idle_expires_at' | 'expires_at') =>
    sql`select id from (select id from sessions where ${notEnded()} and ${sql.ref(end)} <= ${now} order by ${sql.ref(end)} limit ${size}) as over`
  const ranOut = sql<string>`(${past('idle_expires_at')} union ${past('expires_at')})`
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
      .where('id', 'in', ranOut)
      // Once more, because a session can have been used between the two looks.
      .where(isOver)
      .returning(['id', 'person_id', 'end_reason'])
      .execute()
  )
}
