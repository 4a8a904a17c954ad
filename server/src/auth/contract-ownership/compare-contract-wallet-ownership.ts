// What a contract wallet is compared with that proves itself again: the newest proof that is kept of it. In the same simulated call its contract is asked
// whether it still stands behind that one, and who its owners are (THREATS S12).
import { isErc1271CallAccepted, encodeIsValidSignatureCall } from '@countersign/proof/verify-contract-signature'
import type { ContractWalletPolicy } from '@countersign/proof/verify-contract-signature'
import type { ContractCallResult, Hex, ContractCall } from '@countersign/proof/chain-reader'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { findNewestContractWalletProof } from '../../store/wallets/wallet-proof-record-store.ts'
import type { NewestContractWalletProof } from '../../store/wallets/wallet-proof-record-store.ts'
import { findLinkedWallet } from '../../store/wallets/wallet-store.ts'
import type { WalletIdentityFields } from '../../store/wallets/wallet-store.ts'
import { hashContractOwners, buildContractOwnerCalls } from './contract-owner-calls-and-hash.ts'

/** What became of the control over a wallet since its newest proof. */
export interface ContractOwnershipStatus {
  /** The newest proof when the chain was asked; null where the wallet was nobody's. */
  sinceProofId: string | null
  /** Whether the contract has changed hands since, or may have. */
  hasChanged: boolean
  /** What is remembered with the new proof; null where the contract is not there yet. */
  ownersHash: string | null
}

/** Somebody's wallet, with what it is compared with. */
export interface ContractWalletOwnershipBaseline {
  walletId: string
  newestProof: NewestContractWalletProof | null
  /** The newest block at which its chain was believed about it, in decimal digits. A node that has not reached it would show it as it was before. */
  verifiedBlock: string
}

/** Null where the wallet is nobody's. */
export async function findContractWalletOwnershipBaseline(
  queries: DatabaseQueryBuilder,
  identity: WalletIdentityFields,
): Promise<ContractWalletOwnershipBaseline | null> {
  const owned = await findLinkedWallet(queries, identity)
  if (owned === undefined) return null
  const { id, verified_block } = owned.wallet
  const newestProof = (await findNewestContractWalletProof(queries, id)) ?? null
  return {
    walletId: id,
    newestProof,
    verifiedBlock: getNewerBlock(newestProof?.acceptedBlock ?? '0', String(verified_block ?? 0)),
  }
}

const getNewerBlock = (one: string, other: string): string => (BigInt(one) > BigInt(other) ? one : other)

/** What to ask beside the new signature. */
export const buildContractOwnershipCalls = (
  address: string,
  baseline: NewestContractWalletProof | null,
): ContractCall[] => [
  ...(baseline?.signedMessage == null
    ? []
    : [encodeIsValidSignatureCall(baseline.signedMessage.message, baseline.signedMessage.signature as Hex, address)]),
  ...buildContractOwnerCalls(address),
]

/**
 * @param answers to the questions above; null where there is no contract yet
 * @param codeHash of the code that answered
 */
export function compareContractOwnership(
  baseline: NewestContractWalletProof | null,
  { answers, codeHash }: { answers: readonly ContractCallResult[] | null; codeHash: string | null },
  rules: Pick<ContractWalletPolicy, 'allowDelegates'>,
): ContractOwnershipStatus {
  const sinceProofId = baseline?.id ?? null
  // Nobody can change the owners of what is not there; what was there and is gone stands behind nothing (decision 0017).
  if (answers === null)
    return { sinceProofId, hasChanged: baseline !== null && baseline.codeHash !== null, ownersHash: null }
  const [first, ...others] = answers
  const hasSigned = baseline?.signedMessage != null
  const ownersHash = hashContractOwners(hasSigned ? others : answers)
  if (baseline === null) return { sinceProofId, hasChanged: false, ownersHash }
  const stillConfirmsProof = hasSigned && first !== undefined && isErc1271CallAccepted(first, rules)
  const differs = (before: string | null, now: string | null): boolean => before !== null && before !== now
  return {
    sinceProofId,
    hasChanged: !stillConfirmsProof || differs(baseline.codeHash, codeHash) || differs(baseline.ownersHash, ownersHash),
    ownersHash,
  }
}
