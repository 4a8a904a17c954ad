import type { AuditActor } from '../../audit-log/audit-actor.ts'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { ApiError } from '../../platform/api-error.ts'
import { lockPersonRowForAdminChange } from '../../store/roles/lock-person-row-for-admin-change.ts'
import { addActorToAuditEvents, endSessionsInTransaction } from '../../store/sessions/end-sessions-with-audit-events.ts'
import { untrustOtherBrowsers } from '../../store/sessions/untrust-browsers.ts'

interface EndPersonSessionsRequest {
  personId: string
  sessionId: string | 'all'
  actor: AuditActor
  now: number
}

export async function endPersonSessionsAsAdmin(
  { queries, random }: { queries: DatabaseQueryBuilder; random: RandomBytes },
  { personId, sessionId, actor, now }: EndPersonSessionsRequest,
): Promise<number> {
  return queries.transaction().execute(async (transaction) => {
    if ((await lockPersonRowForAdminChange(transaction, { personId, actor })) === undefined)
      throw new ApiError('person.not_found')
    // Lock order: browsers before sessions.
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
