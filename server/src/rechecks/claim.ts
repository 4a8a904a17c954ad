// The SQL of who is asked about: sessions that began with a contract wallet, and whose time has come. Who takes one moves its time
// forward, so that of several instances one asks about it, and one that ends meanwhile only delays it.
import type { Hex } from '@countersign/proof/chain-reader'
import { expressionBuilder } from 'kysely'
import type { Expression, SqlBool } from 'kysely'
import type { Database, Queries } from '../platform/database/open-database.ts'
import type { ProofsTable, Schema, SessionsTable, WalletsTable } from '../platform/database/schema.ts'
import { active } from '../sessions/store.ts'

/** A session that is asked about, with the proof that its contract is shown again. */
export interface ClaimedSession
  extends Pick<SessionsTable, 'id' | 'contract_unreachable_since'>,
    Pick<WalletsTable, 'address'>,
    Pick<ProofsTable, 'message' | 'method'> {
  walletId: string
  chainReference: string
  /** As the contract is given it. */
  signature: Hex
  /** The number of the block at which the contract stood behind it first. */
  provedAt: string
  /** When it was due. */
  dueAt: number
}

/** When sessions are due. */
export interface Due {
  now: number
  /** How far ahead a check is ever planned. One that lies farther is of a clock that was set back, or of an interval that was
   * longer, and would leave a session unasked for as long (THREATS N14). */
  farthestMs: number
}

const due = ({ now, farthestMs }: Due): Expression<SqlBool> => {
  const expression = expressionBuilder<Schema, 'sessions'>()
  const isDue = expression.or([expression('sessions.contract_due_at', '<=', now), expression('sessions.contract_due_at', '>', now + farthestMs)])
  return expression.and([isDue, active(now)])
}

/** The chains of contract wallets whose sessions are due. */
export async function listDueChains(queries: Queries, when: Due): Promise<string[]> {
  const rows = await queries
    .selectFrom('sessions')
    .innerJoin('wallets', 'wallets.id', 'sessions.wallet_id')
    .select('wallets.chain_reference')
    .distinct()
    .where(due(when))
    .execute()
  return rows.flatMap(({ chain_reference }) => chain_reference ?? [])
}

/** Takes so many due sessions of one chain, those that have waited longest first, until a time at which they are due again. */
export async function claimDue(
  { kind, queries }: Pick<Database, 'kind' | 'queries'>,
  { chainReference, until, size, ...when }: Due & { chainReference: string; until: number; size: number },
): Promise<ClaimedSession[]> {
  return queries.transaction().execute(async (transaction) => {
    const claimed = await transaction
      .selectFrom('sessions')
      .innerJoin('wallets', 'wallets.id', 'sessions.wallet_id')
      .innerJoin('proofs', 'proofs.id', 'sessions.proof_id')
      .select([
        'sessions.id',
        'sessions.contract_unreachable_since',
        'sessions.contract_due_at as dueAt',
        'wallets.id as walletId',
        'wallets.address',
        'wallets.chain_reference as chainReference',
        'proofs.message',
        'proofs.signature',
        'proofs.method',
        'proofs.block_number as provedAt',
      ])
      .where('wallets.chain_reference', '=', chainReference)
      .where(due(when))
      .orderBy('sessions.contract_due_at')
      .limit(size)
      // Those that somebody else holds are taken by them, or have just been used and come up again.
      .$if(kind === 'postgres', (query) => query.forUpdate('sessions').skipLocked())
      .execute()
    if (claimed.length === 0) return []
    await transaction
      .updateTable('sessions')
      .set({ contract_due_at: until })
      .where('id', 'in', claimed.map(({ id }) => id))
      .execute()
    return claimed as ClaimedSession[]
  })
}
