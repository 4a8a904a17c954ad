// Finds ways to sign in that no one uses any more, although many sign-ins are usual
// (docs/decisions/0094-sign-in-health.md). Everything is read from the database, so the result is the
// same on each instance, and no unauthenticated request changes it (THREATS N25).
import { signInMethods } from '@countersign/api/sign-in-methods'
import type { SignInMethod } from '@countersign/api/sign-in-methods'
import { signInWays } from '@countersign/api/sign-in-ways'
import { sql } from 'kysely'
import {
  maxUncountedAuditEntries,
  readUncountedAuditEntries,
  tallyAuditEvents,
} from '../../audit-log/count-audit-events.ts'
import { formatRfc3339Timestamp } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { countSignInsInHours } from './count-sign-ins-in-hours.ts'
import {
  estimateUsualCount,
  findLowerMedian,
  measureSilentDays,
  minExpectedSignIns,
  minReferenceDays,
  referenceDays,
} from './estimate-usual-sign-ins.ts'

export interface StoppedSignIns {
  /** Null for all ways together; otherwise one of `signInWays`. */
  way: string | null
  /** No sign-in after this time. */
  since: number
  /** Sign-ins on a usual day. */
  usual: number
  /** Sign-ins since then by people with a role; always zero for one way. */
  adminSignIns: number
}

/** Operators sign in to see the alert, so a few sign-ins of people with a role do not end it. */
const maxIgnoredAdminSignIns = 3

const [hourMs, dayMs] = [3_600_000, 86_400_000]
const hoursPerDay = 24
/** A way that was silent for longer is considered retired. */
const maxSilentDaysOfWay = 28

const dayOf = (time: number): string => formatRfc3339Timestamp(time).slice(0, 10)

export async function findStoppedSignIns(queries: DatabaseQueryBuilder, now: number): Promise<StoppedSignIns[]> {
  const first = await queries.selectFrom('audit_events').select('at').orderBy('sequence').limit(1).executeTakeFirst()
  const { last, ignored } = await findLastSignIn(queries)
  if (first === undefined || last === undefined || now - first.at < minReferenceDays * dayMs) return []
  const firstDay = Math.min(last.at, now - maxSilentDaysOfWay * dayMs) - referenceDays * dayMs
  const counts = await readDailyCounts(queries, dayOf(firstDay))
  const countTotal = (day: string): number =>
    (counts.get(keyOf(null, day)) ?? 0) - ignored.filter(({ at }) => dayOf(at) === day).length
  const logStart = dayOf(first.at)
  const listDays = (from: number, countDay: (day: string) => number): (number | null)[] =>
    listCompleteDays(from, now).map((day) => (day < logStart ? null : countDay(day)))
  const days = listDays(firstDay, countTotal)
  const silent = measureSilentDays(days, countTotal(dayOf(now)))
  const missed = await estimateMissedSignIns(queries, last.at, now, first.at)
  if (Math.max(silent.expected, missed.atFirst, missed.lately) >= minExpectedSignIns) {
    const before = days.slice(0, days.length - silent.count).slice(-referenceDays)
    return [{ way: null, since: last.at, usual: findUsualPerDay(before), adminSignIns: ignored.length }]
  }
  return findStoppedWays(counts, now, (way) =>
    listDays(now - (maxSilentDaysOfWay + referenceDays) * dayMs, (day) => counts.get(keyOf(way, day)) ?? 0),
  )
}

/** @returns the last sign-in that counts, and later ones that do not */
async function findLastSignIn(
  queries: DatabaseQueryBuilder,
): Promise<{ last: { at: number } | undefined; ignored: { at: number }[] }> {
  const newest = await queries
    .selectFrom('audit_events')
    .select((expression) => [
      'at',
      expression
        .selectFrom('audit_event_evidence')
        .innerJoin('role_assignments', 'role_assignments.person_id', 'audit_event_evidence.person_id')
        .select('role')
        .whereRef('audit_event_evidence.sequence', '=', 'audit_events.sequence')
        .limit(1)
        .as('role'),
    ])
    .where('type', '=', 'session.started')
    .orderBy('sequence', 'desc')
    .limit(maxIgnoredAdminSignIns + 1)
    .execute()
  const place = newest.findIndex(({ role }) => role === null)
  return place === -1 ? { last: newest[0], ignored: [] } : { last: newest[place], ignored: newest.slice(0, place) }
}

const findUsualPerDay = (days: readonly (number | null)[]): number =>
  Math.max(1, findLowerMedian(days.filter((count) => count !== null)))

function findStoppedWays(
  counts: ReadonlyMap<string, number>,
  now: number,
  listDays: (way: string) => (number | null)[],
): StoppedSignIns[] {
  // During a rolling upgrade, the newer release may count ways that this one does not know.
  const ways = [...new Set([...counts.keys()].map((key) => key.slice('2026-01-01 '.length)))].filter((way) =>
    signInWays.includes(way),
  )
  const stopped = ways.flatMap((way) => {
    const { count, expected, usual } = measureSilentDays(listDays(way), counts.get(keyOf(way, dayOf(now))) ?? 0)
    return expected < minExpectedSignIns || count > maxSilentDaysOfWay
      ? []
      : [{ way, since: Date.parse(dayOf(now)) - count * dayMs, usual: Math.max(usual, 1), adminSignIns: 0 }]
  })
  const methods = stopped.filter(({ way }) => signInMethods.includes(way as SignInMethod))
  // A wallet app is one of the wallets of a method, so the method says more.
  return methods.length > 0 ? methods : stopped
}

/** Lists UTC days from the one of `from` to yesterday. */
function listCompleteDays(from: number, now: number): string[] {
  const [start, today] = [Date.parse(dayOf(from)), Date.parse(dayOf(now))]
  return Array.from({ length: Math.round((today - start) / dayMs) }, (_, place) => dayOf(start + place * dayMs))
}

const keyOf = (way: string | null, day: string): string => `${day} ${way ?? ''}`

/** Keyed by day and way; a sign-in counts for all ways together, for its method, and for its wallet app. */
async function readDailyCounts(queries: DatabaseQueryBuilder, from: string): Promise<Map<string, number>> {
  const { counted } = await queries
    .selectFrom('audit_event_cursor')
    .select('sequence as counted')
    .executeTakeFirstOrThrow()
  const rows = await queries
    .selectFrom('audit_event_counts')
    .select(['day', 'sign_in_method', 'reason', sql<number>`cast(sum(count) as bigint)`.as('count')])
    .where('type', '=', 'session.started')
    .where('application', '=', '')
    .where('day', '>=', from)
    .groupBy(['day', 'sign_in_method', 'reason'])
    .execute()
  const newest = await readUncountedAuditEntries(queries, counted, maxUncountedAuditEntries)
  const rest = tallyAuditEvents(newest.filter(({ type }) => type === 'session.started'))
  const counts = new Map<string, number>()
  for (const { day, sign_in_method: method, reason, count } of [...rows, ...rest])
    for (const way of new Set(['', method, reason])) {
      const key = keyOf(way, day)
      counts.set(key, (counts.get(key) ?? 0) + Number(count))
    }
  return counts
}

/**
 * Estimates, from the same hours of earlier days, how many sign-ins were missed.
 *
 * @returns `atFirst` for the first day of silence, `lately` for the last one
 */
async function estimateMissedSignIns(
  queries: DatabaseQueryBuilder,
  lastAt: number,
  now: number,
  logStart: number,
): Promise<{ atFirst: number; lately: number }> {
  const [from, to] = [Math.ceil(lastAt / hourMs), Math.floor(now / hourMs)]
  const estimate = async (end: number, start: number, firstDaysAgo: number): Promise<number> => {
    const ranges = Array.from({ length: referenceDays }, (_, place) => {
      const shift = (firstDaysAgo + place) * hoursPerDay
      return { from: start - shift, to: end - shift }
    })
    const counted = await countSignInsInHours(queries, ranges)
    return estimateUsualCount(
      counted.map((count, place) => ((ranges[place]?.from ?? 0) * hourMs < logStart ? null : count)),
      firstDaysAgo,
    )
  }
  if (to <= from) return { atFirst: 0, lately: 0 }
  const atFirst = await estimate(Math.min(to, from + hoursPerDay), from, 1)
  if (to - from <= hoursPerDay) return { atFirst, lately: atFirst }
  return { atFirst, lately: await estimate(to, to - hoursPerDay, Math.ceil((to - from) / hoursPerDay)) }
}
