import { createAuditEventActorFields, operatorAuditActor } from '../../audit-log/audit-actor.ts'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { updateServerSetupProgress } from '../../store/roles/server-setup-progress-store.ts'

/** @param by `copy` if this server verified the backup, `operator` if the operator reports it */
export async function recordCompletedBackup(
  { queries, random }: { queries: DatabaseQueryBuilder; random: RandomBytes },
  by: 'copy' | 'operator',
  now: number,
): Promise<void> {
  await queries.transaction().execute(async (transaction) => {
    await updateServerSetupProgress(transaction, { backed_up_at: now })
    await appendAuditEvents(transaction, random, now, [
      {
        type: 'backup.created',
        outcome: 'success',
        details: { by },
        evidence: { personId: null, content: createAuditEventActorFields(operatorAuditActor) },
      },
    ])
  })
}
