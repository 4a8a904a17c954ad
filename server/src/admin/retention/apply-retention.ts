// Data retention (GDPR Article 5, storage limitation): the job that lets go what is kept for a time and no longer, batch by batch, each a
// transaction of its own. Whatever stops it, the next look goes on where it was.
import type { Limits } from '@countersign/api/limits'
import type { Random } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/open-database.ts'
import { letBrowsersGo } from './let-browsers-go.ts'
import { letLinesGo } from './let-lines-go.ts'
import { letSessionsGo } from './let-sessions-go.ts'
import { noteLook, readLook } from './steady-clock.ts'

interface World extends Pick<Database, 'kind' | 'queries'> {
  random: Random
  limits: Pick<Limits, 'refusedAttemptDays' | 'endedSessionDays' | 'browserDays'>
}

/**
 * Lets a batch go of what is over. Looks once an hour.
 * @returns how much went or was looked at; none once nothing is left to do
 */
export async function applyRetention(world: World, now: number): Promise<number> {
  const look = await readLook(world.queries, now)
  if (look === 'nothing') return 0
  if (look === 'apply') {
    const many = await letSomeGo(world, now)
    if (many > 0) return many
  }
  await noteLook(world.queries, now)
  return 0
}

/** A batch of whatever is over first; for who has judged the clock. */
export async function letSomeGo(world: World, now: number): Promise<number> {
  const { endedSessionDays, browserDays } = world.limits
  return (
    (await letLinesGo(world, now)) ||
    (await letSessionsGo(world, endedSessionDays, now)) ||
    (await letBrowsersGo(world, browserDays, now))
  )
}
