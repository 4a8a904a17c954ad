// Forgets applications that nobody registered and nobody lets in any more, so that none is left of those whose consents are all taken back. One
// that an operator disabled or narrowed stays: otherwise it would only have to come again (THREATS O14, N18).
import { serverEvidence } from '../../audit-log/actor.ts'
import { appendEvents } from '../../audit-log/append.ts'
import { writeRemoval } from '../applications/remove.ts'
import { lockApplication } from '../applications/store.ts'
import type { Random } from '../../platform/clock.ts'
import type { Queries, Transaction } from '../../platform/database/open-database.ts'

/** Who takes a consent back may give it again soon. */
const keptMs = 24 * 3_600_000
const batch = 100

const forgotten = (queries: Queries, now: number) =>
  queries
    .selectFrom('applications')
    .select('applications.id')
    .where('applications.origin', '=', 'metadata-document')
    .where('applications.enabled', '=', 1)
    .where('applications.narrowing', 'is', null)
    .where('applications.created_at', '<', now - keptMs)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('grants')
            .select('grants.id')
            .whereRef('grants.application_id', '=', 'applications.id')
            .where((expression) =>
              expression.or([
                expression('grants.withdrawn_at', 'is', null),
                expression('grants.withdrawn_at', '>', now - keptMs),
              ]),
            ),
        ),
      ),
    )

/** @returns how many were forgotten */
export async function forgetUnused(
  { queries, random }: { queries: Queries; random: Random },
  now: number,
): Promise<number> {
  const found = await forgotten(queries, now).limit(batch).execute()
  for (const { id } of found)
    await queries.transaction().execute(async (transaction) => forget(transaction, random, id, now))
  return found.length
}

async function forget(transaction: Transaction, random: Random, id: string, now: number): Promise<void> {
  if ((await lockApplication(transaction, id)) === undefined) return
  // Somebody can have let it in again since.
  const still = await forgotten(transaction, now).where('applications.id', '=', id).executeTakeFirst()
  if (still === undefined) return
  const event = await writeRemoval(transaction, { random }, id, now)
  await appendEvents(transaction, random, now, [
    { ...event, evidence: { ...event.evidence, content: serverEvidence('unused') } },
  ])
}
