// Which applications there are, for the rate limits alone: who names one that there is not has nothing stored, and pays from nobody's
// budget but that of its own networks (THREATS N17). Remembered for moments, so that it costs a sign-in nothing.
import { idFault } from '../../store/applications/check-fields.ts'
import { findApplication } from '../../store/applications/store.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/open-database.ts'

const freshMs = 10_000
const mostRemembered = 1000

/** @returns whether there is an application with this id that is enabled, now or a moment ago */
export function createKnownApplications(queries: Queries, clock: Clock): (id: unknown) => Promise<boolean> {
  const until = new Map<string, number>()
  return async (id) => {
    if (typeof id !== 'string' || idFault(id) !== null) return false
    const now = clock()
    const end = until.get(id)
    if (end !== undefined && end > now && end <= now + freshMs) return true
    const application = await findApplication(queries, id)
    if (application === undefined || !application.enabled) return false
    if (until.size >= mostRemembered) until.clear()
    until.set(id, now + freshMs)
    return true
  }
}
