// Notes that there is a backup: for the check list, for the figures, and in the activity.
import { actorEvidence, operator } from '../../audit-log/actor.ts'
import { appendEvents } from '../../audit-log/append.ts'
import type { Random } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import { changeSetup } from '../../store/roles/setup-row.ts'

/**
 * @param by whether this server wrote the copy and looked at it, or its operator says that there is one
 */
export async function noteBackup(
  { queries, random }: { queries: Queries; random: Random },
  by: 'copy' | 'operator',
  now: number,
): Promise<void> {
  await queries.transaction().execute(async (transaction) => {
    await changeSetup(transaction, { backed_up_at: now })
    await appendEvents(transaction, random, now, [
      {
        type: 'backup.made',
        outcome: 'success',
        details: { by },
        evidence: { personId: null, content: actorEvidence(operator) },
      },
    ])
  })
}
