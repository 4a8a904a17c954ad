// Compares a contract wallet with its newest stored proof and owners (THREATS S12).
import { isErc1271CallAccepted, encodeIsValidSignatureCall } from '@countersign/proof/verify-contract-signature'
import type { ContractWalletPolicy } from '@countersign/proof/verify-contract-signature'
import type { ContractCallResult, Hex, ContractCall } from '@countersign/proof/chain-reader'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { findNewestContractWalletProof } from '../../store/wallets/wallet-proof-record-store.ts'
import type { NewestContractWalletProof } from '../../store/wallets/wallet-proof-record-store.ts'
import { findLinkedWallet } from '../../store/wallets/wallet-store.ts'
import type { WalletIdentityFields } from '../../store/wallets/wallet-store.ts'
import { hashContractOwners, buildContractOwnerCalls } from './contract-owner-calls-and-hash.ts'

export interface ContractOwnershipStatus {
  /** Null if the wallet had no proof. */
  sinceProofId: string | null
  hasChanged: boolean
  /** Null if the contract is not deployed. */
  ownersHash: string | null
}

export interface ContractWalletOwnershipBaseline {
  walletId: string
  newestProof: NewestContractWalletProof | null
  /** Highest block read so far, in decimal; a node behind it would report outdated owners. */
  verifiedBlock: string
}

/** Null if the wallet is not linked. */
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

export const buildContractOwnershipCalls = (
  address: string,
  baseline: NewestContractWalletProof | null,
): ContractCall[] => [
  ...(baseline?.signedMessage == null
    ? []
    : [encodeIsValidSignatureCall(baseline.signedMessage.message, baseline.signedMessage.signature as Hex, address)]),
  ...buildContractOwnerCalls(address),
]

/** `answers` is null if the contract is not deployed. */
export function compareContractOwnership(
  baseline: NewestContractWalletProof | null,
  { answers, codeHash }: { answers: readonly ContractCallResult[] | null; codeHash: string | null },
  rules: Pick<ContractWalletPolicy, 'allowDelegates'>,
): ContractOwnershipStatus {
  const sinceProofId = baseline?.id ?? null
  // An undeployed contract cannot change owners; a removed one counts as changed (decision 0017).
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
