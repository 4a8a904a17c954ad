// The SQL of who is asked about (a work queue with leases): sessions that began with a contract wallet, and whose time has come. Who takes
// one moves its time forward, so that of several instances one asks about it, and one that ends meanwhile only delays it.
import type { Hex } from '@countersign/proof/chain-reader'
import { expressionBuilder, sql } from 'kysely'
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Database, Queries } from '../../platform/database/open-database.ts'
import type { ProofsTable, Schema, SessionsTable, WalletsTable } from '../../platform/database/schema.ts'
import { readSigned, signedColumns } from '../../identity/wallets/proofs.ts'

/** A session that is asked about, with the proof that its contract is shown again. */
export interface ClaimedSession
  extends
    Pick<SessionsTable, 'id' | 'contract_unreachable_since'>,
    Pick<WalletsTable, 'address'>,
    Pick<ProofsTable, 'method'> {
  walletId: string
  message: string
  chainReference: string
  /** As the contract is given it. */
  signature: Hex
  /** The number of the block at which the contract stood behind it first. */
  provedAt: string
  /** When it was due. */
  dueAt: number
}

/** Whether a session is active and due. The plus keeps SQLite from reading all live sessions by the index of their idle end. */
const due = (now: number): Expression<SqlBool> => {
  const expression = expressionBuilder<Schema, 'sessions'>()
  return expression.and([
    expression('sessions.contract_due_at', '<=', now),
    expression('sessions.ended_at', 'is', null),
    sql<SqlBool>`+${sql.ref('sessions.idle_expires_at')} > ${now}`,
    sql<SqlBool>`+${sql.ref('sessions.expires_at')} > ${now}`,
  ])
}

/** After the nodes were away everybody is due: of so many the chains are looked up, those that wait longest first. */
const mostLooked = 1000

/** The chains of contract wallets whose sessions are due. */
export async function listDueChains(queries: Queries, now: number): Promise<string[]> {
  const first = queries
    .selectFrom('sessions')
    .select('sessions.wallet_id')
    .where(due(now))
    .orderBy('sessions.contract_due_at')
    .limit(mostLooked)
    .as('first')
  const rows = await queries
    .selectFrom(first)
    .innerJoin('wallets', 'wallets.id', 'first.wallet_id')
    .select('wallets.chain_reference')
    .distinct()
    .execute()
  return rows.flatMap(({ chain_reference }) => chain_reference ?? [])
}

/**
 * Makes due what is planned for farther ahead than anything ever is: by a clock that was set back since, or by an interval that was
 * longer. It would go unasked for as long (THREATS N14).
 */
export async function bringForward(
  queries: Queries,
  { now, farthestMs }: { now: number; farthestMs: number },
): Promise<void> {
  const isAstray = (expression: ExpressionBuilder<Schema, 'sessions'>) =>
    expression.and([expression('contract_due_at', '>', now + farthestMs), expression('ended_at', 'is', null)])
  // Looked for first, so that nothing is written as long as there is none.
  const astray = await queries.selectFrom('sessions').select('id').where(isAstray).limit(1).executeTakeFirst()
  if (astray !== undefined)
    await queries.updateTable('sessions').set({ contract_due_at: now }).where(isAstray).execute()
}

/** Takes so many due sessions of one chain, those that have waited longest first, until a time at which they are due again. */
export async function claimDue(
  { kind, queries }: Pick<Database, 'kind' | 'queries'>,
  { chainReference, now, until, size }: { chainReference: string; now: number; until: number; size: number },
): Promise<ClaimedSession[]> {
  return queries.transaction().execute(async (transaction) => {
    const claimed = await transaction
      .selectFrom('sessions')
      .innerJoin('wallets', 'wallets.id', 'sessions.wallet_id')
      .innerJoin('proofs', 'proofs.id', 'sessions.proof_id')
      .leftJoin('event_evidence as signed', 'signed.proof_id', 'proofs.id')
      .select([
        'sessions.id',
        'sessions.contract_unreachable_since',
        'sessions.contract_due_at as dueAt',
        'wallets.id as walletId',
        'wallets.address',
        'wallets.chain_reference as chainReference',
        ...signedColumns,
        'proofs.method',
        'proofs.block_number as provedAt',
      ])
      .where('wallets.chain_reference', '=', chainReference)
      .where(due(now))
      .orderBy('sessions.contract_due_at')
      .limit(size)
      // Those that somebody else holds are taken by them, or have just been used and come up again.
      .$if(kind === 'postgres', (query) => query.forUpdate('sessions').skipLocked())
      .execute()
    if (claimed.length === 0) return []
    await transaction
      .updateTable('sessions')
      .set({ contract_due_at: until })
      .where(
        'id',
        'in',
        claimed.map(({ id }) => id),
      )
      .execute()
    // Whose message is erased is being erased.
    return claimed.flatMap(({ kept_message, kept_signature, signed_content, ...session }) => {
      const signed = readSigned({ kept_message, kept_signature, signed_content })
      return signed === null ? [] : [{ ...session, ...signed } as ClaimedSession]
    })
  })
}
