// The log lines of a wallet that cannot be asked any more, and of one that can again: once for each wallet, however many sessions it
// has and however many instances ask about them.
import { formatStoredWalletAddress } from '../../chains/families/chain-family-registry.ts'
import { sql } from 'kysely'
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import { isSqlite } from '../../platform/database/is-sqlite.ts'
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { isActiveSessionSql } from '../../store/sessions/active-session-sql-condition.ts'
import { describeWalletIdentityForAudit } from '../../store/wallets/wallet-store.ts'
import type { SessionClaimedForRecheck } from '../../store/sessions/contract-wallet-session-recheck-queue.ts'
import type { SessionContractRecheckOutcome } from './decide-session-contract-recheck-outcome.ts'

/** A wallet, of which this transaction has changed sessions. */
interface ReachabilityChange {
  walletId: string
  address: string
  chainReference: string
  personId: string
  type: 'wallet.chain_unavailable' | 'wallet.chain_available'
}

/**
 * A wallet is unreachable as long as one of its sessions is. Call it when the sessions have changed, and append next.
 * @param held whose each session is
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

/**
 * Of a wallet one tells at a time, until its transaction ends: what others told before can be read then. An SQLite file has one writer at a time.
 * Nothing is held after it, and all hold in the same order.
 */
async function lockReachability(transaction: DatabaseTransaction, walletIds: readonly string[]): Promise<void> {
  if (isSqlite(transaction)) return
  const keys = walletIds.toSorted().map((id) => sql`(${`reachability of ${id}`})`)
  await sql`select pg_advisory_xact_lock(hashtextextended(told.column1, 0)) from (values ${sql.join(keys)}) as told`.execute(
    transaction,
  )
}

/** What has changed about a wallet as far as these sessions of it show; undefined where nothing has, or all of them have ended. */
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
