// Lets browsers go that nobody has signed in with for so long that they have lost their own secret (retention): none is recognised again.
import { sql } from 'kysely'
import type { Database } from '../../platform/database/open-database.ts'
import { holdRetention } from './hold-retention.ts'
import { isOfMerge, skipHeld } from './let-sessions-go.ts'

const batchSize = 200
const dayMs = 86_400_000

/**
 * Lets a batch go.
 * @param days how long they are kept
 * @returns how many went
 */
export async function letBrowsersGo(
  { kind, queries }: Pick<Database, 'kind' | 'queries'>,
  days: number,
  now: number,
): Promise<number> {
  return queries.transaction().execute(async (transaction) => {
    await holdRetention(transaction)
    const { rows } = await sql<{ id: string }>`select id from browsers where last_seen_at <= ${now - days * dayMs}
      and not exists (select 1 from sessions where sessions.browser_id = browsers.id)
      and not ${isOfMerge({ person: sql`browsers.person_id`, began: sql`browsers.first_seen_at`, now })}
      order by last_seen_at limit ${batchSize} ${skipHeld(kind)}`.execute(transaction)
    if (rows.length > 0)
      await transaction
        .deleteFrom('browsers')
        .where(
          'id',
          'in',
          rows.map(({ id }) => id),
        )
        .execute()
    return rows.length
  })
}
