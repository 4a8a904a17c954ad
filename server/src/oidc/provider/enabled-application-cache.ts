// Caches which applications are enabled: requests for others use no shared budget (THREATS N17).
import { validateClientId } from '../../store/applications/validate-application-definition-fields.ts'
import { findApplicationById } from '../../store/applications/application-store.ts'
import type { Clock } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'

const cacheLifetimeMs = 10_000
const maxCachedIds = 1000

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
