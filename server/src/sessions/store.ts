// The SQL of sessions. "Active" is decided by the clock at each look, never by a sweep that may be late; ended never
// becomes active again.
import type { Session } from '@countersign/api/calls'
import { toChecksumAddress } from '@countersign/message'
import type { ExpressionBuilder, SelectQueryBuilder } from 'kysely'
import { formatTime } from '../platform/clock.ts'
import type { Queries, Transaction } from '../platform/database/open-database.ts'
import { prepare } from '../platform/database/prepared.ts'
import { comesAfter } from '../platform/paging.ts'
import type { Cursor } from '../platform/paging.ts'
import type { PeopleTable, Schema, SessionEndReason, SessionsTable } from '../platform/database/schema.ts'

/** A session with what is shown of its wallet. */
export type SessionRow = SessionsTable & { namespace: 'eip155'; address: string }

/** A session as its person sees it. */
export const describeSession = (row: SessionRow, currentId: string): Session => ({
  id: row.id,
  current: row.id === currentId,
  wallet: { namespace: row.namespace, address: toChecksumAddress(row.address) },
  createdAt: formatTime(row.created_at),
  lastSeenAt: formatTime(row.last_seen_at),
  expiresAt: formatTime(row.expires_at),
  userAgent: row.user_agent,
  networkPrefix: row.network_prefix,
})

const active = (now: number) => (expression: ExpressionBuilder<Schema, 'sessions'>) =>
  expression.and([
    expression('sessions.ended_at', 'is', null),
    expression('sessions.idle_expires_at', '>', now),
    expression('sessions.expires_at', '>', now),
  ])

const withWallet = (queries: Queries) =>
  queries
    .selectFrom('sessions')
    .innerJoin('wallets', 'wallets.id', 'sessions.wallet_id')
    .selectAll('sessions')
    .select(['wallets.namespace', 'wallets.address']) as unknown as SelectQueryBuilder<Schema, 'sessions', SessionRow>

export async function insertSession(transaction: Transaction, session: SessionsTable): Promise<void> {
  await transaction.insertInto('sessions').values(session).execute()
}

const selectActive = prepare((queries, tokenHash: string, now: number) => withWallet(queries).where('sessions.token_hash', '=', tokenHash).where(active(now)))
const selectPerson = prepare((queries, id: string) => queries.selectFrom('people').selectAll().where('id', '=', id))

/** The active session with this token, and its person. Suspended people have none. */
export async function findActiveSession(
  queries: Queries,
  tokenHash: string,
  now: number,
): Promise<{ session: SessionRow; person: PeopleTable } | undefined> {
  const [session] = await selectActive(queries, tokenHash, now)
  if (session === undefined) return undefined
  const [person] = await selectPerson(queries, session.person_id)
  return person?.status === 'active' ? { session, person } : undefined
}

/** Notes that an active session was used, which moves its idle end. */
export async function touchSession(queries: Queries, id: string, now: number, idleExpiresAt: number): Promise<void> {
  await queries
    .updateTable('sessions')
    .set({ last_seen_at: now, idle_expires_at: idleExpiresAt })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

export async function listActiveSessions(
  queries: Queries,
  personId: string,
  { now, after, size }: { now: number; after: Cursor | null; size: number },
): Promise<SessionRow[]> {
  let query = withWallet(queries).where('sessions.person_id', '=', personId).where(active(now))
  if (after !== null) query = query.where(comesAfter('sessions', after))
  return query.orderBy('sessions.created_at', 'desc').orderBy('sessions.id', 'desc').limit(size).execute()
}

/** Which active sessions are to end. */
export type SessionChoice =
  | { id: string; personId: string }
  | { personId: string; except: string | null }
  | { tokenHash: string }

/**
 * Marks active sessions as ended; one that ended already stays as it is.
 * @returns those that ended now
 */
export async function markEnded(
  transaction: Transaction,
  choice: SessionChoice,
  reason: SessionEndReason,
  now: number,
): Promise<Pick<SessionsTable, 'id' | 'person_id'>[]> {
  let query = transaction.updateTable('sessions').set({ ended_at: now, end_reason: reason }).where(active(now) as never)
  if ('tokenHash' in choice) query = query.where('token_hash', '=', choice.tokenHash)
  else if ('except' in choice) {
    query = query.where('person_id', '=', choice.personId)
    if (choice.except !== null) query = query.where('id', '!=', choice.except)
  } else query = query.where('person_id', '=', choice.personId).where('id', '=', choice.id)
  return query.returning(['id', 'person_id']).execute()
}

/** Marks a batch of sessions as ended that ran out by themselves. */
export async function markExpired(
  transaction: Transaction,
  now: number,
  size: number,
): Promise<(Pick<SessionsTable, 'id' | 'person_id'> & { end_reason: SessionEndReason | null })[]> {
  const isOver = (expression: ExpressionBuilder<Schema, 'sessions'>) =>
    expression.and([expression('ended_at', 'is', null), expression.or([expression('idle_expires_at', '<=', now), expression('expires_at', '<=', now)])])
  const ranOut = transaction.selectFrom('sessions').select('id').where(isOver).limit(size)
  return transaction
    .updateTable('sessions')
    .set((expression) => ({
      ended_at: now,
      end_reason: expression.case().when('expires_at', '<=', now).then('expired' as const).else('idle' as const).end(),
    }))
    .where('id', 'in', ranOut)
    // Once more, because a session can have been used between the two looks.
    .where(isOver)
    .returning(['id', 'person_id', 'end_reason'])
    .execute()
}
