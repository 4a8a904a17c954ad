// Keeps restricted and disabled clients, which removal would make unrestricted (THREATS O14, N18).
import { createAuditEventServerActionFields } from '../../audit-log/audit-actor.ts'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import { removeApplicationInTransaction } from '../applications/remove-application.ts'
import { lockApplicationRow } from '../applications/application-store.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'

const retentionMs = 24 * 3_600_000
const batchSize = 100

const selectUnusedClients = (queries: DatabaseQueryBuilder, now: number) =>
  queries
    .selectFrom('applications')
    .select('applications.id')
    .where('applications.origin', '=', 'metadata-document')
    .where('applications.enabled', '=', 1)
    .where('applications.narrowing', 'is', null)
    .where('applications.created_at', '<', now - retentionMs)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('grants')
            .select('grants.id')
            .whereRef('grants.application_id', '=', 'applications.id')
            .where((expression) =>
              expression.or([
                expression('grants.revoked_at', 'is', null),
                expression('grants.revoked_at', '>', now - retentionMs),
              ]),
            ),
        ),
      ),
    )

export async function pruneUnusedMetadataClients(
  { queries, random }: { queries: DatabaseQueryBuilder; random: RandomBytes },
  now: number,
): Promise<number> {
  const found = await selectUnusedClients(queries, now).limit(batchSize).execute()
  for (const { id } of found)
    await queries.transaction().execute(async (transaction) => removeUnusedClient(transaction, random, id, now))
  return found.length
}

async function removeUnusedClient(
  transaction: DatabaseTransaction,
  random: RandomBytes,
  id: string,
  now: number,
): Promise<void> {
  if ((await lockApplicationRow(transaction, id)) === undefined) return
  // Someone may have consented since the first query.
  const still = await selectUnusedClients(transaction, now).where('applications.id', '=', id).executeTakeFirst()
  if (still === undefined) return
  const event = await removeApplicationInTransaction(transaction, { random }, id, now)
  await appendAuditEvents(transaction, random, now, [
    { ...event, evidence: { ...event.evidence, content: createAuditEventServerActionFields('unused') } },
  ])
}
