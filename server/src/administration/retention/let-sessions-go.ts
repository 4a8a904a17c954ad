// Lets sessions go that ended long ago, with the proofs that they began with and the browsers that were in no other (retention). What the
// log says of them stays, the signed message with it. What is needed still stays as well: a merge that can be undone finds
// everything as it was, whoever was separated again can be erased with all that they did meanwhile (decisions 0012, 0014), and
// a contract wallet can be asked about the newest of its proofs (groups/held-wallets.ts).
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Database, Transaction } from '../../platform/database/open-database.ts'
import { holdRetention } from './hold-retention.ts'

const batchSize = 200
const dayMs = 86_400_000

/**
 * Lets a batch go.
 * @param days how long they are kept
 * @returns how many sessions went
 */
export async function letSessionsGo(
  { kind, queries }: Pick<Database, 'kind' | 'queries'>,
  days: number,
  now: number,
): Promise<number> {
  const before = now - days * dayMs
  return queries.transaction().execute(async (transaction) => {
    await holdRetention(transaction)
    const { rows: sessions } = await sql<{
      id: string
      wallet_id: string | null
      browser_id: string | null
    }>`select id, wallet_id, browser_id from sessions
      where ended_at <= ${before}
        and not exists (select 1 from authorizations where authorizations.session_id = sessions.id)
        and not ${isOfMerge({ person: sql`sessions.person_id`, began: sql`sessions.created_at`, now })}
      order by ended_at limit ${batchSize} ${skipHeld(kind)}`.execute(transaction)
    if (sessions.length === 0) return 0
    await transaction
      .deleteFrom('sessions')
      .where(
        'id',
        'in',
        sessions.map(({ id }) => id),
      )
      .execute()
    await letProofsGo(transaction, distinct(sessions.map(({ wallet_id }) => wallet_id)), before)
    await letStrangeBrowsersGo(transaction, kind, distinct(sessions.map(({ browser_id }) => browser_id)), before)
    return sessions.length
  })
}

const distinct = (ids: readonly (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))]

/** Rows that somebody holds are in use, and come up again with the next look. SQLite has one writer at a time. */
export const skipHeld = (kind: Database['kind']): RawBuilder<unknown> =>
  kind === 'postgres' ? sql`for update skip locked` : sql``

/** Whether a row is of somebody whose merge can be undone, or is of the time before one was: erasing one of the two later finds by such
 * rows which lines of that time were theirs. */
export const isOfMerge = ({
  person,
  began,
  now,
}: {
  person: RawBuilder<unknown>
  began: RawBuilder<unknown>
  now: number
}): RawBuilder<boolean> =>
  sql`exists (select 1 from merges where (merges.person_id = ${person} or merges.merged_person_id = ${person}) and merges.merged_at is not null
    and ((merges.undone_at is null and merges.undo_until > ${now}) or merges.undone_at >= ${began}))`

/** The proofs of these wallets that nothing refers to any more; of a contract wallet that is somebody's now, the newest stays. */
async function letProofsGo(transaction: Transaction, walletIds: readonly string[], before: number): Promise<void> {
  if (walletIds.length === 0) return
  const { rows } = await sql<{
    id: string
  }>`delete from proofs where wallet_id in (${sql.join(walletIds)}) and verified_at <= ${before}
    and not exists (select 1 from sessions where sessions.proof_id = proofs.id)
    and not exists (select 1 from authorizations where authorizations.proof_id = proofs.id)
    and (exists (select 1 from wallets where wallets.id = proofs.wallet_id and (wallets.kind <> 'contract' or wallets.unlinked_at is not null))
      or exists (select 1 from proofs as newer where newer.wallet_id = proofs.wallet_id and newer.chain_reference is not null
        and (newer.verified_at > proofs.verified_at or (newer.verified_at = proofs.verified_at and newer.id > proofs.id))))
    returning id`.execute(transaction)
  for (let from = 0; from < rows.length; from += batchSize) {
    const ids = rows.slice(from, from + batchSize).map(({ id }) => id)
    await transaction.updateTable('event_evidence').set({ proof_id: null }).where('proof_id', 'in', ids).execute()
  }
}

/** Browsers that nobody has shown to be their own: they were recognised by these sessions alone, and what comes back from one is as new
 * and as little trusted as it was. */
async function letStrangeBrowsersGo(
  transaction: Transaction,
  kind: Database['kind'],
  ids: readonly string[],
  before: number,
): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql<{
    id: string
  }>`select id from browsers where id in (${sql.join(ids)}) and known_at is null and last_seen_at <= ${before}
    and not exists (select 1 from sessions where sessions.browser_id = browsers.id) ${skipHeld(kind)}`.execute(
    transaction,
  )
  if (rows.length > 0)
    await transaction
      .deleteFrom('browsers')
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute()
}
