// What is found out of a rule for somebody: whether it holds, part by part, and why. Three answers: it holds, it does not, or nobody knows yet.
import type { ContractCallResult, ChainBlock, ContractCall } from '@countersign/proof/chain-reader'
import type { GroupRule } from '../../store/groups/group-rule-types.ts'
import type { GroupRuleWalletIdentity, GroupRuleWallet } from './group-wallet-list-entry-notation.ts'

export type GroupRuleOutcome = 'met' | 'not-met' | 'unknown'

/** What became of one part of a rule, and why. */
export interface GroupRuleEvaluationResult {
  rule: GroupRule
  outcome: GroupRuleOutcome
  /** The wallet that meets the condition. */
  wallet: GroupRuleWallet | null
  /** The address that has delegated to that wallet what meets it. */
  vault: string | null
  /** The block at which its chain was read. */
  block: ChainBlock | null
  /** Why not, in words of a terminal; of a sum, also what it comes to. */
  reason: string | null
  parts: GroupRuleEvaluationResult[]
}

/** What was read of a chain; a reason where it cannot be read, undefined where that was not tried. */
export type LookUpContractCallAnswer = (
  chain: string,
  question: ContractCall,
) => { answer: ContractCallResult; block: ChainBlock } | { unavailable: string } | undefined

export interface GroupRuleEvaluationContext {
  getAnswer: LookUpContractCallAnswer
  /** Is told every question whose answer would matter. */
  requestAnswer: (chain: string, question: ContractCall) => void
  /** Whether on this chain the contract that a key is delegated to may answer for it (EIP-7702). */
  allowsDelegates: (chain: string) => boolean
  /** Where holdings are delegated on this chain; null where that is not read. */
  delegateRegistry: (chain: string) => string | null
  /** A name that was read before this moment is not known any more. */
  nameCutoff: number
}

/** Somebody, as rules look at them. */
export interface GroupRuleSubject {
  wallets: readonly GroupRuleWallet[]
  /** Every wallet that they ever had here; those that they have now where it is left out. */
  allTimeWallets?: readonly GroupRuleWalletIdentity[]
}

export type OptionalGroupRuleEvaluationFields = Partial<
  Pick<GroupRuleEvaluationResult, 'wallet' | 'vault' | 'block' | 'reason'>
>

/** What one wallet does for a condition. */
export type GroupRuleConditionResult = Pick<GroupRuleEvaluationResult, 'outcome'> & OptionalGroupRuleEvaluationFields

export const hasGroupRuleOutcome =
  (outcome: GroupRuleOutcome) =>
  (met: { outcome: GroupRuleOutcome }): boolean =>
    met.outcome === outcome

export const createGroupRuleEvaluationResult = (
  rule: GroupRule,
  outcome: GroupRuleOutcome,
  found: OptionalGroupRuleEvaluationFields = {},
  parts: GroupRuleEvaluationResult[] = [],
): GroupRuleEvaluationResult => ({
  rule,
  outcome,
  wallet: null,
  vault: null,
  block: null,
  reason: null,
  ...found,
  parts,
})
