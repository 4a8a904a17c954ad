// Evaluates rules and sign-in policies for a person with stored data only (THREATS O39).
import type { ApplicationDefinition } from '../../store/applications/application-definition-types.ts'
import {
  acceptsSignInMethod,
  getSessionSignInMethod,
} from '../../store/applications/sign-in-methods-accepted-by-application.ts'
import type { SessionSignInCredential } from '../../store/applications/sign-in-methods-accepted-by-application.ts'
import type { GroupRecord } from '../../store/groups/group-store.ts'
import type { GroupRule } from '../../store/groups/group-rule-types.ts'
import { evaluateGroupRuleWithMissingAnswers } from '../../groups/membership/evaluate-group-rule-with-missing-answers.ts'
import type {
  GroupRuleEvaluationContext,
  GroupRuleEvaluationResult,
  GroupRuleOutcome,
} from '../../groups/membership/group-rule-evaluation.ts'
import type { EvaluateWalletList } from './evaluate-wallet-lists.ts'
import type { StoredRuleOutcomeInference } from './infer-stored-rule-outcomes.ts'
import type { PersonCredentials, RehearsedPerson } from './read-rehearsed-people.ts'
import { findRuleReason } from './rehearsal-reason.ts'
import type { RehearsalReason } from './rehearsal-reason.ts'

export interface AccessVerdict {
  outcome: GroupRuleOutcome
  reason: RehearsalReason | null
}

export type EvaluateRule = (rule: GroupRule, person: RehearsedPerson) => GroupRuleEvaluationResult

export type SignInPolicy = Pick<ApplicationDefinition, 'allowedGroups' | 'signInMethods' | 'chains'>

const withoutChainReads: Omit<GroupRuleEvaluationContext, 'findStoredOutcome' | 'nameCutoff'> = {
  getAnswer: () => ({ unavailable: 'a rehearsal reads no chain' }),
  requestAnswer: () => {},
  allowsDelegates: () => false,
  delegateRegistry: () => null,
}

/** @param nameCutoff in milliseconds since 1970; names read before this time count as unknown */
export function createRuleEvaluator(
  evaluateWalletList: EvaluateWalletList,
  inference: StoredRuleOutcomeInference,
  nameCutoff: number,
): EvaluateRule {
  let outcomes: { person: RehearsedPerson; inferred: ReadonlyMap<GroupRule, GroupRuleOutcome> } | null = null
  const evaluate = (
    rule: GroupRule,
    person: RehearsedPerson,
    inferred?: ReadonlyMap<GroupRule, GroupRuleOutcome>,
  ): GroupRuleEvaluationResult =>
    evaluateGroupRuleWithMissingAnswers(rule, person, {
      ...withoutChainReads,
      nameCutoff,
      findStoredOutcome: (part) => evaluateWalletList(part, person) ?? inferred?.get(part),
    })
  return (rule, person) => {
    // Both the current and the new rule are evaluated for each person.
    if (outcomes?.person !== person)
      outcomes = { person, inferred: inference.infer(person.verdicts, (part) => evaluate(part, person).outcome) }
    return evaluate(rule, person, outcomes.inferred)
  }
}

export const evaluateRuleAccess = (evaluate: EvaluateRule, rule: GroupRule, person: RehearsedPerson): AccessVerdict => {
  const result = evaluate(rule, person)
  return { outcome: result.outcome, reason: findRuleReason(result) }
}

/** Without required groups, the rule is null. */
export interface SignInPolicyRequirement {
  policy: SignInPolicy
  groups: readonly GroupRecord[]
  rule: GroupRule | null
}

export const createSignInPolicyRequirement = (
  policy: SignInPolicy,
  allGroups: readonly GroupRecord[],
): SignInPolicyRequirement => {
  const groups = allGroups.filter(({ id }) => policy.allowedGroups.includes(id))
  return { policy, groups, rule: policy.allowedGroups.length === 0 ? null : { any: groups.map(({ rule }) => rule) } }
}

export function evaluatePolicyAccess(
  evaluate: EvaluateRule,
  { policy, groups, rule }: SignInPolicyRequirement,
  person: RehearsedPerson,
): AccessVerdict {
  const credentials = listCredentials(person)
  if (!credentials.some((credential) => acceptsSignInMethod({ definition: policy }, credential)))
    return { outcome: 'not-met', reason: describeRefusedMethod(policy, person.lastCredential ?? credentials[0]) }
  if (rule === null) return { outcome: 'met', reason: null }
  const { outcome } = evaluate(rule, person)
  if (outcome === 'met') return { outcome, reason: null }
  const value = groups.length === 1 ? (groups[0]?.name ?? null) : null
  return { outcome, reason: { code: outcome === 'unknown' ? 'group_not_checked' : 'not_in_group', value } }
}

/** Whether the person's last sign-in method is accepted today, but not any more. */
export const mustUseOtherMethod = (before: SignInPolicy, after: SignInPolicy, person: RehearsedPerson): boolean =>
  person.lastCredential !== null &&
  acceptsSignInMethod({ definition: before }, person.lastCredential) &&
  !acceptsSignInMethod({ definition: after }, person.lastCredential)

/** Whether the person has several credentials and the policy refuses some of them. */
export function mayUseOtherMethod(policy: SignInPolicy, person: PersonCredentials): boolean {
  const credentials = listCredentials(person)
  return (
    credentials.length > 1 &&
    !credentials.every((credential) => acceptsSignInMethod({ definition: policy }, credential))
  )
}

const listCredentials = ({ wallets, hasPasskey }: PersonCredentials): SessionSignInCredential[] => [
  ...wallets.map(({ namespace, chainReference }) => ({ passkey_id: null, namespace, chain_reference: chainReference })),
  ...(hasPasskey ? [{ passkey_id: '', namespace: null, chain_reference: null }] : []),
]

function describeRefusedMethod(
  { signInMethods }: SignInPolicy,
  credential: SessionSignInCredential | undefined,
): RehearsalReason {
  if (credential === undefined) return { code: 'sign_in_method', value: null }
  const method = getSessionSignInMethod(credential)
  return signInMethods.includes(method)
    ? { code: 'contract_chain', value: credential.chain_reference }
    : { code: 'sign_in_method', value: method }
}
