// Reads again, without anybody asking, who belongs to the groups: of people who are signed in, when it is time. Each row is claimed by
// moving its time forward, so that of several instances one looks, and another one does should that one die.
import type { ExpressionBuilder } from 'kysely'
import { setImmediate as giveWay } from 'node:timers/promises'
import type { Clock } from '../platform/clock.ts'
import type { Queries } from '../platform/database/open-database.ts'
import type { Schema } from '../platform/database/schema.ts'
import { clockSkewMs, neverDue } from './freshness.ts'
import { lookAnew } from './look-anew.ts'
import type { GroupsWorld, Target } from './look-anew.ts'

/** How many people are looked at in one reading. */
const batchSize = 20

/** How long another instance leaves what this one has claimed alone. */
const leaseMs = 60_000

/** The job that looks at everybody who is due, batch after batch. */
export interface GroupRechecks {
  /** Makes one round; nothing where one is under way. */
  recheck: () => Promise<void>
  /** Begins nothing more, and waits for what is under way. */
  stop: () => Promise<void>
}

export function createGroupRechecks(world: GroupsWorld & { clock: Clock }): GroupRechecks {
  let underWay: Promise<void> | null = null
  let isStopping = false
  const round = async (): Promise<void> => {
    while (!isStopping && (await recheckGroups(world, world.clock())) > 0) await giveWay()
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

/**
 * Looks at a batch of people whose time has come.
 * @param now milliseconds since 1970
 * @returns how many there were; 0 when nobody is due
 */
export async function recheckGroups(world: GroupsWorld, now: number): Promise<number> {
  const { queries } = world.database
  const isDue = dueBy(now, now + Math.max(world.limits.groupRecheckSeconds * 1000, leaseMs) + clockSkewMs)
  const due = await queries.selectFrom('group_members').select('person_id').distinct().where(isDue).limit(batchSize).execute()
  const targets: Target[] = []
  for (const { person_id: personId } of due) {
    const isThere = await isSignedIn(queries, personId, now)
    const claimed = await queries
      .updateTable('group_members')
      .set({ due_at: isThere ? now + leaseMs : neverDue })
      .where('person_id', '=', personId)
      .where(isDue)
      .returning('group_id')
      .execute()
    if (isThere && claimed.length > 0) targets.push({ personId, groupIds: claimed.map(({ group_id }) => group_id) })
  }
  await lookAnew(world, targets, now)
  return due.length
}

/** What is planned for farther ahead than anything ever is was planned before a clock was set back (THREATS N14). */
const dueBy = (now: number, farthest: number) => (expression: ExpressionBuilder<Schema, 'group_members'>) =>
  expression.or([expression('due_at', '<=', now), expression.and([expression('due_at', '>', farthest), expression('due_at', '<', neverDue)])])

async function isSignedIn(queries: Queries, personId: string, now: number): Promise<boolean> {
  const session = await queries
    .selectFrom('sessions')
    .select('id')
    .where('person_id', '=', personId)
    .where('ended_at', 'is', null)
    .where('idle_expires_at', '>', now)
    .where('expires_at', '>', now)
    .limit(1)
    .executeTakeFirst()
  return session !== undefined
}
