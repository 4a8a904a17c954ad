// Instances claim rows by moving `recheck_at` forward, so that others take over if one dies.
import type { ExpressionBuilder } from 'kysely'
import { setImmediate as giveWay } from 'node:timers/promises'
import { Counter } from 'prom-client'
import { ChainReadFailureHistory } from '../../chains/reader/chain-read-failure-history.ts'
import type { Clock } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { DatabaseSchema } from '../../platform/database/database-schema.ts'
import type { ReleaseWorkQueueLeases, WorkQueueLeases } from '../../platform/cluster/work-queue-leases.ts'
import type { Logger } from '../../platform/logger.ts'
import type { MetricsRegistry } from '../../platform/prometheus-metrics.ts'
import { isActiveSessionSql } from '../../store/sessions/active-session-sql-condition.ts'
import { maxClockSkewMs, groupMembershipNeverDueTimestamp } from './group-membership-freshness.ts'
import type { GroupMembershipRefreshContext, MembershipRefreshTarget } from './refresh-group-memberships.ts'
import { refreshGroupMembershipsBatch } from './refresh-group-memberships-batch.ts'
import type { GroupRuleOutcome } from './group-rule-evaluation.ts'

const batchSize = 20

const storeMarginMs = 15_000

/** Delays the rest of a batch, so that people who are due now come first. */
const retryDelayMs = 5000

export interface GroupRecheckJob {
  recheck: () => Promise<void>
  stop: () => Promise<void>
}

type RecheckReporter = Pick<
  Parameters<typeof refreshGroupMembershipsBatch>[2],
  'suspects' | 'onChainStatus' | 'onOutcome'
>

type GroupRecheckContext = GroupMembershipRefreshContext & { workLeases: WorkQueueLeases }

const outcomeLabels: Readonly<Record<GroupRuleOutcome, string>> = { met: 'holds', 'not-met': 'not', unknown: 'unknown' }

export function createGroupRecheckJob(
  context: GroupRecheckContext & { clock: Clock; log: Logger; metrics: MetricsRegistry },
): GroupRecheckJob {
  const checks = new Counter({
    name: 'countersign_group_checks_total',
    help: 'Background checks of group membership, by outcome.',
    labelNames: ['outcome'],
    registers: [context.metrics],
  })
  const away = new Set<string>()
  const telling: RecheckReporter = {
    suspects: new ChainReadFailureHistory(),
    onOutcome: (outcome) => checks.inc({ outcome: outcomeLabels[outcome] }),
    onChainStatus: (chainId, reason) => logChainAvailability(context, away, chainId, reason),
  }
  let underWay: Promise<void> | null = null
  let isStopping = false
  const round = async (): Promise<void> => {
    while (!isStopping && (await recheckDueGroupMemberships(context, context.clock(), telling)) > 0) await giveWay()
  }
  return {
    recheck: async () => {
      if (isStopping || underWay !== null) return
      underWay = round().finally(() => (underWay = null))
      await underWay
    },
    stop: async () => {
      isStopping = true
      await underWay?.catch(() => {})
    },
  }
}

function logChainAvailability(
  { log, limits }: GroupMembershipRefreshContext & { log: Logger },
  away: Set<string>,
  chainId: string,
  reason: string | null,
): void {
  if (reason === null && away.delete(chainId))
    log.info({ chainId }, 'chain reachable again; rechecking group memberships')
  if (reason === null || away.has(chainId)) return
  away.add(chainId)
  const { groupUnreachableSeconds } = limits
  log.warn(
    { chainId, reason, groupUnreachableSeconds },
    'chain unreachable; group memberships that depend on it are kept until it has been unreachable for too long',
  )
}

const createSilentReporter = (): RecheckReporter => ({
  suspects: new ChainReadFailureHistory(),
  onChainStatus: () => {},
  onOutcome: () => {},
})

export async function recheckDueGroupMemberships(
  context: GroupRecheckContext,
  now: number,
  telling = createSilentReporter(),
): Promise<number> {
  const { workLeases } = context
  const { queries } = context.database
  const batchMs = getBatchTimeoutMs(context)
  const until = now + batchMs + storeMarginMs
  const farthest = now + Math.max(context.limits.groupRecheckSeconds * 1000, until - now) + maxClockSkewMs
  const isDue = isDueBy(now, farthest)
  const due = await listDuePeople(queries, now, farthest)
  const targets: MembershipRefreshTarget[] = []
  for (const personId of due) {
    const isThere = await isSignedIn(queries, personId, now)
    const groupIds = await claimPerson(context, personId, isDue, isThere ? until : groupMembershipNeverDueTimestamp)
    if (isThere && groupIds.length > 0) targets.push({ personId, groupIds })
  }
  const taken = targets.map(({ personId }) => ({ item: personId, token: until }))
  await workLeases.recordLeases(queries, 'groups', taken)
  const left = await refreshGroupMembershipsBatch(
    context,
    targets,
    { ...telling, signal: AbortSignal.timeout(batchMs) },
    now,
  )
  for (const { personId } of left)
    await queries
      .updateTable('group_members')
      .set({ recheck_at: now + retryDelayMs })
      .where('person_id', '=', personId)
      .where('recheck_at', '=', until)
      .execute()
  await workLeases.removeLeases(queries, 'groups', taken)
  return due.length
}

export const releaseGroupMemberLeases: ReleaseWorkQueueLeases = async (transaction, taken, now) => {
  for (const { item, token } of taken)
    await transaction
      .updateTable('group_members')
      .set({ recheck_at: now })
      .where('person_id', '=', item)
      .where('recheck_at', '=', token)
      .execute()
}

/** Reads only `batchSize` rows, however long the backlog. */
async function listDuePeople(queries: DatabaseQueryBuilder, now: number, farthest: number): Promise<string[]> {
  const rows = queries.selectFrom('group_members').select('person_id').orderBy('recheck_at').limit(batchSize)
  const astray = await rows
    .where('recheck_at', '>', farthest)
    .where('recheck_at', '<', groupMembershipNeverDueTimestamp)
    .execute()
  const waiting = await rows.where('recheck_at', '<=', now).execute()
  return [...new Set([...waiting, ...astray].map(({ person_id }) => person_id))].slice(0, batchSize)
}

/** Skips locked rows, which come up again in a later batch. */
async function claimPerson(
  { database: { kind, queries } }: GroupMembershipRefreshContext,
  personId: string,
  isDue: ReturnType<typeof isDueBy>,
  until: number,
): Promise<string[]> {
  return queries.transaction().execute(async (transaction) => {
    const rows = await transaction
      .selectFrom('group_members')
      .select('group_id')
      .where('person_id', '=', personId)
      .where(isDue)
      .orderBy('group_id')
      .$if(kind === 'postgres', (query) => query.forUpdate().skipLocked())
      .execute()
    const groupIds = rows.map(({ group_id }) => group_id)
    if (groupIds.length > 0)
      await transaction
        .updateTable('group_members')
        .set({ recheck_at: until })
        .where('person_id', '=', personId)
        .where('group_id', 'in', groupIds)
        .execute()
    return groupIds
  })
}

const getBatchTimeoutMs = ({ limits }: GroupMembershipRefreshContext): number =>
  Math.max(45_000, 3 * limits.chainReadTimeoutSeconds * 1000)

/** A recheck due after `farthest` was scheduled before a clock was set back (THREATS N14). */
const isDueBy = (now: number, farthest: number) => (expression: ExpressionBuilder<DatabaseSchema, 'group_members'>) =>
  expression.or([
    expression('recheck_at', '<=', now),
    expression.and([
      expression('recheck_at', '>', farthest),
      expression('recheck_at', '<', groupMembershipNeverDueTimestamp),
    ]),
  ])

async function isSignedIn(queries: DatabaseQueryBuilder, personId: string, now: number): Promise<boolean> {
  const session = await queries
    .selectFrom('sessions')
    .select('id')
    .where('person_id', '=', personId)
    .where(isActiveSessionSql(now))
    .limit(1)
    .executeTakeFirst()
  return session !== undefined
}
