// The outcome `unknown` means that answers are missing.
import type { ContractCallResult, ChainBlock, ContractCall } from '@countersign/proof/chain-reader'
import type { GroupRule } from '../../store/groups/group-rule-types.ts'
import type { GroupRuleWalletIdentity, GroupRuleWallet } from './group-wallet-list-entry-notation.ts'

export type GroupRuleOutcome = 'met' | 'not-met' | 'unknown'

export interface GroupRuleEvaluationResult {
  rule: GroupRule
  outcome: GroupRuleOutcome
  wallet: GroupRuleWallet | null
  /** The address that delegated to `wallet`; null if the wallet holds the token directly. */
  vault: string | null
  block: ChainBlock | null
  /** A text for terminals. */
  reason: string | null
  parts: GroupRuleEvaluationResult[]
}

/** `unavailable` if the chain cannot be read, undefined if the call was not made yet. */
export type LookUpContractCallAnswer = (
  chain: string,
  question: ContractCall,
) => { answer: ContractCallResult; block: ChainBlock } | { unavailable: string } | undefined

export interface GroupRuleEvaluationContext {
  getAnswer: LookUpContractCallAnswer
  /** Called for every missing answer that could change the outcome. */
  requestAnswer: (chain: string, question: ContractCall) => void
  /** Whether a key's delegate contract may confirm proofs of the key (EIP-7702). */
  allowsDelegates: (chain: string) => boolean
  /** Null if delegations are not read on this chain. */
  delegateRegistry: (chain: string) => string | null
  /** In milliseconds since 1970. A name read before this time counts as unknown. */
  nameCutoff: number
  /** Overrides the evaluation of a part whose outcome is stored; undefined if it is not. */
  findStoredOutcome?: (part: GroupRule) => GroupRuleOutcome | undefined
}

export interface GroupRuleSubject {
  wallets: readonly GroupRuleWallet[]
  allTimeWallets?: readonly GroupRuleWalletIdentity[]
}

export type OptionalGroupRuleEvaluationFields = Partial<
  Pick<GroupRuleEvaluationResult, 'wallet' | 'vault' | 'block' | 'reason'>
>

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
