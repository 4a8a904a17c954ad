// Which applications there are, for the rate limits alone: who names one that there is not has nothing stored, and pays from nobody's
// budget but that of its own networks (THREATS N17). Remembered for moments, so that it costs a sign-in nothing.
import { validateClientId } from '../../store/applications/validate-application-definition-fields.ts'
import { findApplicationById } from '../../store/applications/application-store.ts'
import type { Clock } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'

const cacheLifetimeMs = 10_000
const maxCachedIds = 1000

/** @returns whether there is an application with this id that is enabled, now or a moment ago */
export function createEnabledApplicationCache(
  queries: DatabaseQueryBuilder,
  clock: Clock,
): (id: unknown) => Promise<boolean> {
  const until = new Map<string, number>()
  return async (id) => {
    if (typeof id !== 'string' || validateClientId(id) !== null) return false
    const now = clock()
    const end = until.get(id)
    if (end !== undefined && end > now && end <= now + cacheLifetimeMs) return true
    const application = await findApplicationById(queries, id)
    if (application === undefined || !application.enabled) return false
    if (until.size >= maxCachedIds) until.clear()
    until.set(id, now + cacheLifetimeMs)
    return true
  }
}
