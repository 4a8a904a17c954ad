// Ends sessions of a person because somebody with a role says so: a device that was lost, a wallet that is not theirs alone any more.
import type { AuditActor } from '../../audit-log/audit-actor.ts'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { ApiError } from '../../platform/api-error.ts'
import { lockPersonRowForAdminChange } from '../../store/roles/lock-person-row-for-admin-change.ts'
import { addActorToAuditEvents, endSessionsInTransaction } from '../../store/sessions/end-sessions-with-audit-events.ts'
import { untrustOtherBrowsers } from '../../store/sessions/untrust-browsers.ts'

/** Whose sessions: one, or all of them. */
interface EndPersonSessionsRequest {
  personId: string
  sessionId: string | 'all'
  actor: AuditActor
  now: number
}

/**
 * Ends one session of a person or all. With all of them the browsers are known no longer: whose they are is what nobody is sure of then.
 * @returns how many ended
 * @throws ApiError `person.not_found`; `session.required`, `permission.denied` where the actor may not, or not any more
 */
export async function endPersonSessionsAsAdmin(
  { queries, random }: { queries: DatabaseQueryBuilder; random: RandomBytes },
  { personId, sessionId, actor, now }: EndPersonSessionsRequest,
): Promise<number> {
  return queries.transaction().execute(async (transaction) => {
    if ((await lockPersonRowForAdminChange(transaction, { personId, actor })) === undefined)
      throw new ApiError('person.not_found')
    // Browsers before sessions, as everybody holds them.
    if (sessionId === 'all') await untrustOtherBrowsers(transaction, personId, [])
    const ended = await endSessionsInTransaction(
      transaction,
      random,
      sessionId === 'all' ? { personId, except: null } : { personId, id: sessionId },
      'revoked',
      now,
    )
    if (ended.length > 0) await appendAuditEvents(transaction, random, now, addActorToAuditEvents(ended, actor))
    return ended.length
  })
}
