// What follows where a contract wallet has just proved itself that is somebody's already: it goes on as theirs, or it has changed hands and is held
// (THREATS S12, decision 0042).
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

/** What was proved, and where. */
export interface ContractOwnershipCheckInput {
  wallet: WalletsTable
  proof: StoredWalletProof
  /** Null for a plain key. */
  ownership: ContractOwnershipStatus | null
  browserHash: string | null
  now: number
}

/** Either way with the log lines of what has happened, to be appended last. */
export type ContractOwnershipCheckResult =
  | { outcome: 'accepted'; events: NewAuditEvent[] }
  | { outcome: 'on-hold'; until: number; events: NewAuditEvent[] }

/** Since the chain was asked, the wallet has proved itself otherwise, or come to somebody: the comparison says nothing, and has to be made anew. */
export class StaleContractOwnershipCheckError extends Error {
  override readonly name = 'StaleContractOwnershipCheckError'
}

/**
 * Hold the person of the wallet before.
 * @throws StaleOwnershipCheckError
 */
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

/** @throws StaleOwnershipCheckError */
async function requireCurrentBaseline(
  queries: DatabaseQueryBuilder,
  walletId: string,
  { sinceProofId }: Pick<ContractOwnershipStatus, 'sinceProofId'>,
): Promise<void> {
  if (((await findNewestContractWalletProof(queries, walletId))?.id ?? null) !== sinceProofId)
    throw new StaleContractOwnershipCheckError()
}

/**
 * What follows where somebody proves a contract wallet of another person, to link it or to merge with them: whoever has come by a contract gets nothing of its
 * person. Nothing changes here, because whoever holds two people holds them in another order.
 * @param onTransferred is told what is to be held afterwards (`putOwnershipChangedWalletOnHold`)
 * @returns until when at most it is held; null where it is in the same hands, or is its person's only way in
 * @throws StaleOwnershipCheckError
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

/** A wallet that is to be held. */
export interface OwnershipChangedWallet {
  walletId: string
  personId: string
  /** The proof that its contract stands behind no more. */
  sinceProofId: string | null
}

/**
 * Holds a wallet of which something else has shown that it has changed hands, in a transaction of its own. What has changed meanwhile is left alone.
 */
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
