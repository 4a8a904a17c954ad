// What a contract wallet is compared with that proves itself again: the newest proof that is kept of it. In the same simulated call its contract is asked
// whether it still stands behind that one, and who its owners are (THREATS S12).
import { accepts, questionOf } from '@countersign/proof/prove-contract'
import type { ContractRules } from '@countersign/proof/prove-contract'
import type { Answer, Hex, Question } from '@countersign/proof/chain-reader'
import type { Queries } from '../../platform/database/open-database.ts'
import { findNewestProof } from '../../store/wallets/proofs.ts'
import type { NewestProof } from '../../store/wallets/proofs.ts'
import { findWallet } from '../../store/wallets/store.ts'
import type { WalletIdentity } from '../../store/wallets/store.ts'
import { hashOwners, ownerQuestions } from './owners.ts'

/** What became of the control over a wallet since its newest proof. */
export interface Custody {
  /** The newest proof when the chain was asked; null where the wallet was nobody's. */
  since: string | null
  /** Whether the contract has changed hands since, or may have. */
  hasChanged: boolean
  /** What is remembered with the new proof; null where the contract is not there yet. */
  ownersHash: string | null
}

/** Somebody's wallet, with what it is compared with. */
export interface Baseline {
  walletId: string
  newest: NewestProof | null
  /** The newest block at which its chain was believed about it, in decimal digits. A node that has not reached it would show it as it was before. */
  believedBlock: string
}

/** Null where the wallet is nobody's. */
export async function findBaseline(queries: Queries, identity: WalletIdentity): Promise<Baseline | null> {
  const owned = await findWallet(queries, identity)
  if (owned === undefined) return null
  const { id, believed_block } = owned.wallet
  const newest = (await findNewestProof(queries, id)) ?? null
  return { walletId: id, newest, believedBlock: newerOf(newest?.provedAt ?? '0', String(believed_block ?? 0)) }
}

const newerOf = (one: string, other: string): string => (BigInt(one) > BigInt(other) ? one : other)

/** What to ask beside the new signature. */
export const custodyQuestions = (address: string, baseline: NewestProof | null): Question[] => [
  ...(baseline?.signed == null ? [] : [questionOf(baseline.signed.message, baseline.signed.signature as Hex, address)]),
  ...ownerQuestions(address),
]

/**
 * @param answers to the questions above; null where there is no contract yet
 * @param codeHash of the code that answered
 */
export function judgeCustody(
  baseline: NewestProof | null,
  { answers, codeHash }: { answers: readonly Answer[] | null; codeHash: string | null },
  rules: Pick<ContractRules, 'allowDelegates'>,
): Custody {
  const since = baseline?.id ?? null
  // Nobody can change the owners of what is not there; what was there and is gone stands behind nothing (decision 0017).
  if (answers === null) return { since, hasChanged: baseline !== null && baseline.codeHash !== null, ownersHash: null }
  const [first, ...others] = answers
  const hasSigned = baseline?.signed != null
  const ownersHash = hashOwners(hasSigned ? others : answers)
  if (baseline === null) return { since, hasChanged: false, ownersHash }
  const stands = hasSigned && first !== undefined && accepts(first, rules)
  const differs = (before: string | null, now: string | null): boolean => before !== null && before !== now
  return {
    since,
    hasChanged: !stands || differs(baseline.codeHash, codeHash) || differs(baseline.ownersHash, ownersHash),
    ownersHash,
  }
}
