// Leases ensure that only one instance rechecks a session at a time.
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
  signature: Hex
  /** The latest block number accepted so far; results of older blocks are ignored (THREATS S13). */
  minimumBlock: string
  dueAt: number
}

const isRecheckDue = (now: number): RawBuilder<SqlBool> =>
  sql<SqlBool>`sessions.contract_check_due_at <= ${now} and ${isActiveSessionWithoutIndexSql(now)}`

const getNewerBlock = (provedAt: string | null, believed: number | null): string =>
  believed !== null && BigInt(believed) > BigInt(provedAt ?? 0) ? String(believed) : (provedAt ?? '0')

/** Limits the scan after an RPC outage, when every session is due. */
const maxSessionsScanned = 1000

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

/** Fixes due times after a clock was set back or the interval was shortened (THREATS N14). */
export async function rescheduleTooDistantContractRechecks(
  queries: DatabaseQueryBuilder,
  { now, farthestMs: maxDelayMs }: { now: number; farthestMs: number },
): Promise<void> {
  const isTooFarAhead = sql<SqlBool>`contract_check_due_at > ${now + maxDelayMs} and ${isSessionNotEndedSql()}`
  const astray = await queries.selectFrom('sessions').select('id').where(isTooFarAhead).limit(1).executeTakeFirst()
  if (astray !== undefined)
    await queries.updateTable('sessions').set({ contract_check_due_at: now }).where(isTooFarAhead).execute()
}

/** Claims the sessions that have waited longest; `until` becomes their next due time. */
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
      // Locked rows are claimed or used by another instance, and are found again later.
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
    // The message is missing only if the person is being erased.
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

export const releaseContractRecheckLeases: ReleaseWorkQueueLeases = async (transaction, taken, now) => {
  for (const { item, token } of taken)
    await transaction
      .updateTable('sessions')
      .set({ contract_check_due_at: now })
      .where('id', '=', item)
      .where('contract_check_due_at', '=', token)
      .execute()
}

/** `free` skips locked rows; `all` waits for them. @returns person IDs by session ID */
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

export interface ContractWalletSessionRecheckResult {
  id: string
  /** Null keeps the stored time. */
  checkedAt: number | null
  unreachableSince: number | null
  dueAt: number
}

export async function recordContractWalletSessionRecheckResults(
  transaction: DatabaseTransaction,
  checked: readonly ContractWalletSessionRecheckResult[],
): Promise<void> {
  if (checked.length === 0) return
  const lines = checked.map(
    ({ id, checkedAt, unreachableSince, dueAt }) =>
      sql`(cast(${id} as text), cast(${checkedAt} as bigint), cast(${unreachableSince} as bigint), cast(${dueAt} as bigint))`,
  )
  // Both databases name the columns of VALUES column1, column2 and so on.
  await sql`update sessions
    set contract_checked_at = coalesce(line.column2, contract_checked_at), contract_unreachable_since = line.column3, contract_check_due_at = line.column4
    from (values ${sql.join(lines)}) as line where sessions.id = line.column1`.execute(transaction)
}
