// Decides whether a verified contract wallet is put on hold (THREATS S12, decision 0042).
import type { ServerLimitValues } from '@countersign/api/server-limits'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { WalletsTable } from '../../platform/database/database-schema.ts'
import { lockPersonRowUnlessErased } from '../../store/people/sign-in-method-removal-guard.ts'
import { storeWalletOnHoldProof, recordWalletVerifiedBlock } from '../../store/wallets/update-wallet-rows.ts'
import { isWalletOnHold } from '../../store/wallets/linked-wallet-sql-condition.ts'
import { findNewestContractWalletProof } from '../../store/wallets/wallet-proof-record-store.ts'
import type { StoredWalletProof } from '../../store/wallets/wallet-proof-record-store.ts'
import { findOwnWallet, getAutoUnlinkTimeOfWalletOnHold } from '../../store/wallets/wallet-store.ts'
import type { ContractOwnershipStatus } from './compare-contract-wallet-ownership.ts'
import { createContractOwnershipEvent, hasOtherSignInMethod, putWalletOnHold } from './put-wallet-on-hold.ts'

interface OwnershipCheckContext {
  random: RandomBytes
  limits: Pick<ServerLimitValues, 'walletHoldSeconds'>
}

export interface ContractOwnershipCheckInput {
  wallet: WalletsTable
  proof: StoredWalletProof
  ownership: ContractOwnershipStatus | null
  browserHash: string | null
  now: number
}

/** The caller appends `events` at the end of its transaction. */
export type ContractOwnershipCheckResult =
  | { outcome: 'accepted'; events: NewAuditEvent[] }
  | { outcome: 'on-hold'; until: number; events: NewAuditEvent[] }

/** The newest proof changed after the chain was read, so the comparison must be repeated. */
export class StaleContractOwnershipCheckError extends Error {
  override readonly name = 'StaleContractOwnershipCheckError'
}

/** The caller must hold the lock on the person. @throws StaleContractOwnershipCheckError */
export async function putWalletOnHoldIfOwnershipChanged(
  transaction: DatabaseTransaction,
  { random, limits }: OwnershipCheckContext,
  { wallet, proof, ownership, browserHash, now }: ContractOwnershipCheckInput,
): Promise<ContractOwnershipCheckResult> {
  if (ownership === null) return { outcome: 'accepted', events: [] }
  const createOnHoldResult = async (at: number, events: NewAuditEvent[]): Promise<ContractOwnershipCheckResult> => {
    await storeWalletOnHoldProof(transaction, wallet.id, { proof, browserHash, at: now })
    return { outcome: 'on-hold', until: getAutoUnlinkTimeOfWalletOnHold(at, limits), events }
  }
  if (proof.contract !== null) await recordWalletVerifiedBlock(transaction, wallet.id, proof.contract.block.number)
  if (wallet.on_hold_since !== null) return createOnHoldResult(wallet.on_hold_since, [])
  await requireCurrentBaseline(transaction, wallet.id, ownership)
  if (!ownership.hasChanged) return { outcome: 'accepted', events: [] }
  if (!(await hasOtherSignInMethod(transaction, wallet)))
    return { outcome: 'accepted', events: [createContractOwnershipEvent('wallet.ownership_changed', wallet)] }
  return createOnHoldResult(now, await putWalletOnHold(transaction, random, wallet, now))
}

async function requireCurrentBaseline(
  queries: DatabaseQueryBuilder,
  walletId: string,
  { sinceProofId }: Pick<ContractOwnershipStatus, 'sinceProofId'>,
): Promise<void> {
  if (((await findNewestContractWalletProof(queries, walletId))?.id ?? null) !== sinceProofId)
    throw new StaleContractOwnershipCheckError()
}

/**
 * Writes nothing, because locking a second person here could deadlock. Null if the ownership has
 * not changed or the wallet is the only sign-in method.
 */
export async function checkOthersWalletOwnershipChange(
  transaction: DatabaseTransaction,
  { limits }: Pick<OwnershipCheckContext, 'limits'>,
  { wallet, ownership, now }: Pick<ContractOwnershipCheckInput, 'wallet' | 'ownership' | 'now'>,
  onTransferred: (changed: OwnershipChangedWallet) => void,
): Promise<number | null> {
  if (ownership === null) return null
  if (wallet.on_hold_since !== null) return getAutoUnlinkTimeOfWalletOnHold(wallet.on_hold_since, limits)
  await requireCurrentBaseline(transaction, wallet.id, ownership)
  if (!ownership.hasChanged || !(await hasOtherSignInMethod(transaction, wallet))) return null
  onTransferred({ walletId: wallet.id, personId: wallet.person_id, sinceProofId: ownership.sinceProofId })
  return getAutoUnlinkTimeOfWalletOnHold(now, limits)
}

export interface OwnershipChangedWallet {
  walletId: string
  personId: string
  sinceProofId: string | null
}

/** Uses its own transaction; does nothing if the wallet has changed since the check. */
export async function putOwnershipChangedWalletOnHold(
  { queries, random }: { queries: DatabaseQueryBuilder; random: RandomBytes },
  { walletId, personId, sinceProofId }: OwnershipChangedWallet,
  now: number,
): Promise<void> {
  await queries.transaction().execute(async (transaction) => {
    if ((await lockPersonRowUnlessErased(transaction, personId)) === undefined) return
    const wallet = await findOwnWallet(transaction, personId, walletId)
    if (wallet === undefined || isWalletOnHold(wallet)) return
    if (((await findNewestContractWalletProof(transaction, walletId))?.id ?? null) !== sinceProofId) return
    if (await hasOtherSignInMethod(transaction, wallet))
      await appendAuditEvents(transaction, random, now, await putWalletOnHold(transaction, random, wallet, now))
  })
}
