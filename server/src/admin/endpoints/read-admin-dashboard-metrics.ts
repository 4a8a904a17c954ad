import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { sql } from 'kysely'
import { setImmediate as giveWay } from 'node:timers/promises'
import {
  maxUncountedAuditEntries,
  readUncountedAuditEntries,
  tallyAuditEvents,
} from '../../audit-log/count-audit-events.ts'
import { getChainIdAndName } from '../../platform/chain-settings.ts'
import type { ChainSettings } from '../../platform/chain-settings.ts'
import { formatRfc3339Timestamp } from '../../platform/clock.ts'
import { isSessionNotEndedSql } from '../../store/sessions/active-session-sql-condition.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { computeTokenSigningKeyRotationStates } from '../../store/signing-keys/compute-token-signing-key-rotation-states.ts'
import { listSigningKeysWithPrivateKey } from '../../store/signing-keys/token-signing-key-store.ts'
import { getCachedPeopleCount, getCachedListCount, getCachedActiveSessionCount } from './cached-admin-list-counts.ts'

export type AdminDashboardMetrics = AdminApiEndpointOutput<'readMetrics'>

export interface UtcDayRange {
  from: string
  to: string
}

const maxReasons = 20
const refusedType = 'sign_in.refused'
const countedEventTypes = ['session.started', refusedType, 'person.created', 'logout.failed']

type EventCounts = Pick<AdminDashboardMetrics, 'signIns' | 'refusals' | 'newPeople' | 'uncounted'> & {
  failedLogouts: number
}

export async function readDashboardAuditEventCounts(
  queries: DatabaseQueryBuilder,
  { from, to }: UtcDayRange,
): Promise<EventCounts> {
  const { sequence: counted } = await queries
    .selectFrom('audit_event_cursor')
    .select('sequence')
    .executeTakeFirstOrThrow()
  const counts = queries
    .selectFrom('audit_event_counts')
    .where('application', '=', '')
    .where('day', '>=', from)
    .where('day', '<=', to)
  const sum = sql<number>`cast(sum(count) as bigint)`.as('count')
  const byDay = await counts
    .select(['day', 'type', 'sign_in_method', sum])
    .where('type', 'in', countedEventTypes)
    .groupBy(['day', 'type', 'sign_in_method'])
    .execute()
  const byReason = await counts
    .select(['reason', 'day', sum])
    .where('type', '=', refusedType)
    .groupBy(['reason', 'day'])
    .execute()
  const newest = await readUncountedAuditEntries(queries, counted, maxUncountedAuditEntries)
  const { sequence: head } = await queries.selectFrom('audit_log_head').select('sequence').executeTakeFirstOrThrow()
  const rest = tallyAuditEvents(newest.filter(({ type }) => countedEventTypes.includes(type))).filter(
    ({ day }) => day >= from && day <= to,
  )
  const ofType = (type: string) => [...byDay, ...rest].filter((row) => row.type === type)
  const started = sumBy(
    ofType('session.started').filter(({ sign_in_method: way }) => way !== ''),
    ({ day, sign_in_method: way }) => `${day} ${way}`,
  )
  const refused = sumBy(ofType(refusedType), ({ day }) => day)
  const reasons = [...byReason, ...rest.filter(({ type }) => type === refusedType)]
  return {
    signIns: [
      ...started.map(([{ day, sign_in_method: way }, count]) => ({
        day,
        signInMethod: way === '' ? null : way,
        outcome: 'success' as const,
        count,
      })),
      ...refused.map(([{ day }, count]) => ({ day, signInMethod: null, outcome: 'refused' as const, count })),
    ].sort((one, other) => compareStrings(one.day, other.day)),
    refusals: sumBy(reasons, ({ reason }) => reason)
      .sort(([one, ofOne], [other, ofOther]) => ofOther - ofOne || compareStrings(one.reason, other.reason))
      .slice(0, maxReasons)
      .map(([{ reason }, count]) => ({
        reason,
        count,
        days: sumByDay(reasons.filter((row) => row.reason === reason)),
      })),
    newPeople: sumByDay(ofType('person.created')),
    failedLogouts: ofType('logout.failed').reduce((total, { count }) => total + count, 0),
    uncounted: Math.max(0, head - (newest.at(-1)?.sequence ?? counted)),
  }
}

export const compareStrings = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

function sumBy<Row extends { count: number }>(rows: readonly Row[], keyOf: (row: Row) => string): [Row, number][] {
  const sums = new Map<string, [Row, number]>()
  for (const row of rows) {
    const key = keyOf(row)
    const sum = sums.get(key)
    if (sum === undefined) sums.set(key, [row, row.count])
    else sum[1] += row.count
  }
  return [...sums.values()]
}

const sumByDay = (rows: readonly { day: string; count: number }[]): { day: string; count: number }[] =>
  sumBy(rows, ({ day }) => day)
    .map(([{ day }, count]) => ({ day, count }))
    .sort((one, other) => compareStrings(one.day, other.day))

type CurrentCounts = Pick<AdminDashboardMetrics, 'people' | 'sessions' | 'applications' | 'groups' | 'chains'> & {
  waitingLogouts: number
}

export async function readCurrentDashboardCounts(
  queries: DatabaseQueryBuilder,
  chains: readonly ChainSettings[],
  now: number,
): Promise<CurrentCounts> {
  const applications = await countApplications(queries)
  const { groups } = await queries
    .selectFrom('groups')
    .select(({ fn }) => fn.countAll<number>().as('groups'))
    .executeTakeFirstOrThrow()
  return {
    people: {
      active: await getCachedPeopleCount(queries, ['active'], now),
      suspended: await getCachedPeopleCount(queries, ['suspended'], now),
    },
    sessions: { live: await getCachedActiveSessionCount(queries, now) },
    applications: { enabled: applications.get(1) ?? 0, disabled: applications.get(0) ?? 0 },
    groups,
    chains: await readChainStatus(queries, chains),
    waitingLogouts: await getCachedListCount(
      queries,
      {
        name: 'waiting logouts',
        from: sql`logout_deliveries`,
        where: sql`completed_at is null`,
        key: ['next_attempt_at', 'id'],
      },
      now,
    ),
  }
}

async function countApplications(queries: DatabaseQueryBuilder): Promise<Map<number, number>> {
  const rows = await queries
    .selectFrom('applications')
    .select(({ fn }) => ['enabled', fn.countAll<number>().as('count')])
    .groupBy('enabled')
    .execute()
  return new Map(rows.map(({ enabled, count }) => [enabled, count]))
}

const chainBatchSize = 1000

/** Derives the status from sessions of contract wallets, which are rechecked every few minutes. */
async function readChainStatus(
  queries: DatabaseQueryBuilder,
  chains: readonly ChainSettings[],
): Promise<AdminDashboardMetrics['chains']> {
  const known = new Map<string, { readAt: number | null; unreachable: number }>()
  for (let after: { contract_check_due_at: number | null; id: string } | null = null; ; await giveWay()) {
    const rows = await readCheckedSessions(queries, after)
    for (const { chain, contract_checked_at: checkedAt, contract_unreachable_since: since } of rows) {
      const { readAt = null, unreachable = 0 } = known.get(chain ?? '') ?? {}
      known.set(chain ?? '', {
        readAt: checkedAt === null ? readAt : Math.max(readAt ?? 0, checkedAt),
        unreachable: unreachable + (since === null ? 0 : 1),
      })
    }
    if (rows.length < chainBatchSize) break
    after = rows.at(-1) ?? null
  }
  return chains.map(({ id }) => {
    const { readAt = null, unreachable: unreachableSessions = 0 } = known.get(id) ?? {}
    const state = unreachableSessions > 0 ? 'failing' : readAt === null ? 'unread' : 'well'
    return {
      ...getChainIdAndName(chains, id),
      state,
      readAt: readAt === null ? null : formatRfc3339Timestamp(readAt),
      unreachableSessions,
    }
  })
}

async function readCheckedSessions(
  queries: DatabaseQueryBuilder,
  after: { contract_check_due_at: number | null; id: string } | null,
) {
  const rows = queries
    .selectFrom('sessions')
    .select((expression) => [
      'id',
      'contract_check_due_at',
      'contract_checked_at',
      'contract_unreachable_since',
      // A subquery per row keeps PostgreSQL from reading all wallets, as it would for a join.
      expression
        .selectFrom('wallets')
        .select('chain_reference')
        .whereRef('wallets.id', '=', 'sessions.wallet_id')
        .as('chain'),
    ])
    .where(isSessionNotEndedSql())
    .where('contract_check_due_at', 'is not', null)
    .orderBy('contract_check_due_at')
    .orderBy('id')
    .limit(chainBatchSize)
  return (
    after === null
      ? rows
      : rows.where(sql<boolean>`(contract_check_due_at, id) > (${after.contract_check_due_at}, ${after.id})`)
  ).execute()
}

export async function readDashboardSigningKeyStates(
  queries: DatabaseQueryBuilder,
  lifeSeconds: number,
  now: number,
): Promise<AdminDashboardMetrics['keys']> {
  const stated = computeTokenSigningKeyRotationStates(await listSigningKeysWithPrivateKey(queries), now).filter(
    ({ state }) => state !== 'gone',
  )
  return stated.map(({ key, state }) => {
    const next = stated.find((other) => other.state === 'next' && other.key.algorithm === key.algorithm)
    const until = state === 'current' ? (next?.key.active_from ?? key.active_from + lifeSeconds * 1000) : null
    return {
      algorithm: key.algorithm,
      state,
      createdAt: formatRfc3339Timestamp(key.created_at),
      signsUntil: until === null ? null : formatRfc3339Timestamp(until),
    }
  })
}
