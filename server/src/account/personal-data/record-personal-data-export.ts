// Records an export in the audit log, so that the person can see it.
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { lockPersonAndSessionRows } from '../../store/sessions/lock-session-rows.ts'
import type { AuthenticatedSessionIds } from '../../store/sessions/lock-session-rows.ts'

export async function recordPersonalDataExport(
  { queries, random }: { queries: DatabaseQueryBuilder; random: RandomBytes },
  signedIn: AuthenticatedSessionIds,
  requestInfo: { networkPrefix: string; userAgent: string },
  now: number,
): Promise<void> {
  const content = { sessionId: signedIn.session.id, ...requestInfo }
  await queries.transaction().execute(async (transaction) => {
    await lockPersonAndSessionRows(transaction, signedIn)
    await appendAuditEvents(transaction, random, now, [
      { type: 'person.exported', outcome: 'success', details: {}, evidence: { personId: signedIn.person.id, content } },
    ])
  })
}
