// The SQL of sessions whose contract is asked again (a work queue with leases): those that began with a contract wallet, and whose time has come. Who takes
// one moves its time forward, so that of several instances one asks about it, and one that ends meanwhile only delays it.
import type { Hex } from '@countersign/proof/chain-reader'
import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'
import type {
  Database,
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { ReleaseWorkQueueLeases } from '../../platform/cluster/work-queue-leases.ts'
import type { ProofsTable, SessionsTable, WalletsTable } from '../../platform/database/database-schema.ts'
import { parseWalletProofMessageRow, walletProofMessageColumns } from '../wallets/wallet-proof-record-store.ts'
import {
  isActiveSessionSql,
  isActiveSessionWithoutIndexSql,
  isSessionNotEndedSql,
} from './active-session-sql-condition.ts'

/** A session that is asked about, with the proof that its contract is shown again. */
export interface SessionClaimedForRecheck
  extends
    Pick<SessionsTable, 'id' | 'contract_unreachable_since'>,
    Pick<WalletsTable, 'address'>,
    Pick<ProofsTable, 'method'> {
  walletId: string
  personId: string
  proofId: string
  message: string
  chainReference: string
  /** As the contract is given it. */
  signature: Hex
  /** The number of the block at which the contract stood behind it first, or a newer one that was believed since: no older one decides (THREATS S13). */
  minimumBlock: string
  /** When it was due. */
  dueAt: number
}

/** Whether a session is live and due. */
const isRecheckDue = (now: number): RawBuilder<SqlBool> =>
  sql<SqlBool>`sessions.contract_check_due_at <= ${now} and ${isActiveSessionWithoutIndexSql(now)}`

const getNewerBlock = (provedAt: string | null, believed: number | null): string =>
  believed !== null && BigInt(believed) > BigInt(provedAt ?? 0) ? String(believed) : (provedAt ?? '0')

/** After the nodes were away everybody is due: of so many the chains are looked up, those that wait longest first. */
const maxSessionsScanned = 1000

/** The chains of contract wallets whose sessions are due. */
export async function listChainsWithDueContractRechecks(queries: DatabaseQueryBuilder, now: number): Promise<string[]> {
  const first = queries
    .selectFrom('sessions')
    .select('sessions.wallet_id')
    .where(isRecheckDue(now))
    .orderBy('sessions.contract_check_due_at')
    .limit(maxSessionsScanned)
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
export async function rescheduleTooDistantContractRechecks(
  queries: DatabaseQueryBuilder,
  { now, farthestMs: maxDelayMs }: { now: number; farthestMs: number },
): Promise<void> {
  const isTooFarAhead = sql<SqlBool>`contract_check_due_at > ${now + maxDelayMs} and ${isSessionNotEndedSql()}`
  // Looked for first, so that nothing is written as long as there is none.
  const astray = await queries.selectFrom('sessions').select('id').where(isTooFarAhead).limit(1).executeTakeFirst()
  if (astray !== undefined)
    await queries.updateTable('sessions').set({ contract_check_due_at: now }).where(isTooFarAhead).execute()
}

/** Takes so many due sessions of one chain, those that have waited longest first, until a time at which they are due again. */
export async function claimSessionsDueForRecheck(
  { kind, queries }: Pick<Database, 'kind' | 'queries'>,
  { chainReference, now, until, size }: { chainReference: string; now: number; until: number; size: number },
): Promise<SessionClaimedForRecheck[]> {
  return queries.transaction().execute(async (transaction) => {
    const claimed = await transaction
      .selectFrom('sessions')
      .innerJoin('wallets', 'wallets.id', 'sessions.wallet_id')
      .innerJoin('proofs', 'proofs.id', 'sessions.proof_id')
      .select([
        'sessions.id',
        'sessions.contract_unreachable_since',
        'sessions.contract_check_due_at as dueAt',
        'wallets.id as walletId',
        'wallets.person_id as personId',
        'proofs.id as proofId',
        'wallets.address',
        'wallets.chain_reference as chainReference',
        ...walletProofMessageColumns,
        'proofs.method',
        'proofs.block_number as provedAt',
        'wallets.verified_block',
      ])
      .where('wallets.chain_reference', '=', chainReference)
      .where(isRecheckDue(now))
      .orderBy('sessions.contract_check_due_at')
      .limit(size)
      // Those that somebody else holds are taken by them, or have just been used and come up again.
      .$if(kind === 'postgres', (query) => query.forUpdate('sessions').skipLocked())
      .execute()
    if (claimed.length === 0) return []
    await transaction
      .updateTable('sessions')
      .set({ contract_check_due_at: until })
      .where(
        'id',
        'in',
        claimed.map(({ id }) => id),
      )
      .execute()
    // Whose message is erased is being erased.
    return claimed.flatMap(
      ({ retained_message, retained_signature, signed_content, verified_block, provedAt, ...session }) => {
        const signed = parseWalletProofMessageRow({ retained_message, retained_signature, signed_content })
        return signed === null
          ? []
          : [
              {
                ...session,
                ...signed,
                minimumBlock: getNewerBlock(provedAt, verified_block),
              } as SessionClaimedForRecheck,
            ]
      },
    )
  })
}

/** Makes sessions due at once that an instance claimed and will not ask about any more. */
export const releaseContractRecheckLeases: ReleaseWorkQueueLeases = async (transaction, taken, now) => {
  for (const { item, token } of taken)
    await transaction
      .updateTable('sessions')
      .set({ contract_check_due_at: now })
      .where('id', '=', item)
      .where('contract_check_due_at', '=', token)
      .execute()
}

/**
 * Holds those that are still as they were claimed.
 * @param lockMode whether those are left alone that somebody else holds, or waited for
 * @returns the id of each with whose it is
 */
export async function lockSessionRowsClaimedForRecheck(
  transaction: DatabaseTransaction,
  kind: Database['kind'],
  { ids, until, now }: { ids: readonly string[]; until: number; now: number },
  lockMode: 'free' | 'all',
): Promise<Map<string, string>> {
  const rows = await transaction
    .selectFrom('sessions')
    .select(['id', 'person_id'])
    .where('id', 'in', ids)
    .where('contract_check_due_at', '=', until)
    .where(isActiveSessionSql(now))
    .$if(kind === 'postgres', (query) => (lockMode === 'free' ? query.forUpdate().skipLocked() : query.forUpdate()))
    .execute()
  return new Map(rows.map(({ id, person_id }) => [id, person_id]))
}

/** What is kept of a session that goes on. */
export interface ContractWalletSessionRecheckResult {
  id: string
  /** When its contract stood behind it; null leaves that as it was. */
  checkedAt: number | null
  unreachableSince: number | null
  dueAt: number
}

/** Writes down what came of asking, for many sessions in one statement. */
export async function recordContractWalletSessionRecheckResults(
  transaction: DatabaseTransaction,
  checked: readonly ContractWalletSessionRecheckResult[],
): Promise<void> {
  if (checked.length === 0) return
  const lines = checked.map(
    ({ id, checkedAt, unreachableSince, dueAt }) =>
      sql`(cast(${id} as text), cast(${checkedAt} as bigint), cast(${unreachableSince} as bigint), cast(${dueAt} as bigint))`,
  )
  // Both databases call the columns of such a list column1, column2 and so on.
  await sql`update sessions
    set contract_checked_at = coalesce(line.column2, contract_checked_at), contract_unreachable_since = line.column3, contract_check_due_at = line.column4
    from (values ${sql.join(lines)}) as line where sessions.id = line.column1`.execute(transaction)
}
