import { formatStoredWalletAddress } from '../../chains/families/chain-family-registry.ts'
import { sql } from 'kysely'
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import { isSqlite } from '../../platform/database/is-sqlite.ts'
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { isActiveSessionSql } from '../../store/sessions/active-session-sql-condition.ts'
import { describeWalletIdentityForAudit } from '../../store/wallets/wallet-store.ts'
import type { SessionClaimedForRecheck } from '../../store/sessions/contract-wallet-session-recheck-queue.ts'
import type { SessionContractRecheckOutcome } from './decide-session-contract-recheck-outcome.ts'

interface ReachabilityChange {
  walletId: string
  address: string
  chainReference: string
  personId: string
  type: 'wallet.chain_unavailable' | 'wallet.chain_available'
}

/**
 * Call this after the session updates, and append the events right after that.
 * @param held person ID by session ID
 */
export async function createContractWalletReachabilityAuditEvents(
  transaction: DatabaseTransaction,
  outcomes: ReadonlyMap<SessionClaimedForRecheck, SessionContractRecheckOutcome>,
  held: ReadonlyMap<string, string>,
  now: number,
): Promise<NewAuditEvent[]> {
  const changed = [...Map.groupBy(outcomes, ([{ walletId }]) => walletId).values()].flatMap(
    (ofWallet) => findReachabilityChange(ofWallet, held) ?? [],
  )
  if (changed.length === 0) return []
  await lockReachability(
    transaction,
    changed.map(({ walletId }) => walletId),
  )
  const others = await transaction
    .selectFrom('sessions')
    .select('wallet_id')
    .distinct()
    .where(
      'wallet_id',
      'in',
      changed.map(({ walletId }) => walletId),
    )
    .where('id', 'not in', [...held.keys()])
    .where('contract_unreachable_since', 'is not', null)
    .where(isActiveSessionSql(now))
    .execute()
  const unreachableBeside = new Set(others.map(({ wallet_id }) => wallet_id))
  return changed.filter(({ walletId }) => !unreachableBeside.has(walletId)).map(toReachabilityEvent)
}

/** Serializes reports per wallet; taken last and in sorted order, to avoid deadlocks. */
async function lockReachability(transaction: DatabaseTransaction, walletIds: readonly string[]): Promise<void> {
  if (isSqlite(transaction)) return
  const keys = walletIds.toSorted().map((id) => sql`(${`reachability of ${id}`})`)
  await sql`select pg_advisory_xact_lock(hashtextextended(told.column1, 0)) from (values ${sql.join(keys)}) as told`.execute(
    transaction,
  )
}

/** Undefined if nothing changed, or all sessions have ended. */
function findReachabilityChange(
  ofWallet: readonly (readonly [SessionClaimedForRecheck, SessionContractRecheckOutcome])[],
  held: ReadonlyMap<string, string>,
): ReachabilityChange | undefined {
  const was = ofWallet.some(([session]) => session.contract_unreachable_since !== null)
  const is = ofWallet.some(([, settled]) => 'kept' in settled && settled.kept.unreachableSince !== null)
  const stands = ofWallet.some(([, settled]) => 'kept' in settled && settled.isProofValid)
  const [first] = ofWallet
  if (was === is || first === undefined || !(is || stands)) return undefined
  const [{ id, walletId, address, chainReference }] = first
  return {
    walletId,
    address,
    chainReference,
    personId: held.get(id) ?? '',
    type: is ? 'wallet.chain_unavailable' : 'wallet.chain_available',
  }
}

const toReachabilityEvent = ({
  walletId,
  address,
  chainReference,
  personId,
  type,
}: ReachabilityChange): NewAuditEvent => ({
  type,
  outcome: 'success',
  details: describeWalletIdentityForAudit({ namespace: 'eip155', kind: 'contract', chainReference }),
  evidence: { personId, content: { walletId, address: formatStoredWalletAddress(address) } },
})
