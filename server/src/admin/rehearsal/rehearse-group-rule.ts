import type { AdminApiEndpointInput } from '@countersign/api/admin-api-endpoints'
import { listApplicationsRequiringGroup } from '../../store/applications/validate-application-group-references.ts'
import { listAllApplications } from '../../store/applications/application-store.ts'
import { listGroupRuleConditions } from '../../store/groups/group-rule-types.ts'
import type { GroupRule } from '../../store/groups/group-rule-types.ts'
import { listGroups } from '../../store/groups/group-store.ts'
import type { GroupRecord } from '../../store/groups/group-store.ts'
import { createGroupRuleError, createGroupRuleErrorDetail } from '../../groups/membership/create-group-rule-error.ts'
import type { GroupRuleError } from '../../groups/membership/create-group-rule-error.ts'
import { parseGroupRule } from '../../groups/membership/parse-group-rule.ts'
import { findGroupRuleChainAndEnsErrors } from '../../groups/membership/validate-group-definition-against-server.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { ConfiguredChains } from '../../platform/chain-settings.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { createRuleEvaluator, evaluateRuleAccess } from './create-access-evaluator.ts'
import type { EvaluateRule } from './create-access-evaluator.ts'
import { createWalletListEvaluator } from './evaluate-wallet-lists.ts'
import { createStoredRuleOutcomeInference } from './infer-stored-rule-outcomes.ts'
import type { StoredRuleOutcomeInference } from './infer-stored-rule-outcomes.ts'
import { listRehearsedPeople } from './list-rehearsed-people.ts'
import { createEmptyRehearsal, getRehearsalWindowStart, rehearseAccess } from './rehearse-access.ts'
import type { Rehearsal, RehearsalMoment } from './rehearse-access.ts'

export interface RehearsalContext extends RehearsalMoment {
  queries: DatabaseQueryBuilder
  chains: ConfiguredChains
  signal: AbortSignal
  /** Whether the caller may see people. */
  lists: boolean
}

export async function rehearseGroupRule(
  context: RehearsalContext,
  { rule: input, group }: AdminApiEndpointInput<'rehearseGroupRule'>['body'],
): Promise<Rehearsal> {
  const { queries, chains, signal } = context
  const parsed = await parseRuleWithoutChainReads(input, chains)
  if ('errors' in parsed) return { ...createEmptyRehearsal(context), errors: parsed.errors }
  const groups = await listGroups(queries)
  const current = groups.find(({ id }) => id === group)
  if (group !== null && current === undefined) throw new ApiError('group.not_found', { place: { field: 'group' } })
  const rules = [parsed.rule, ...(current === undefined ? [] : [current.rule])]
  const { evaluate, inference } = await prepareRules(context, rules, groups)
  const people = listRehearsedPeople(queries, {
    applicationId: null,
    since: getRehearsalWindowStart(context),
    groupIds: inference.groupIds,
    needsNames: needsNames(rules, groups, inference),
    needsPasskeys: false,
    needsLastCredential: () => false,
    signal,
  })
  const rehearsal = await rehearseAccess(
    queries,
    people,
    {
      before: current === undefined ? null : (person) => evaluateRuleAccess(evaluate, current.rule, person),
      after: (person) => evaluateRuleAccess(evaluate, parsed.rule, person),
    },
    context,
  )
  return { ...rehearsal, applications: group === null ? [] : await describeApplications(queries, group) }
}

export async function prepareRules(
  context: RehearsalContext,
  rules: readonly GroupRule[],
  groups: readonly GroupRecord[],
): Promise<{ evaluate: EvaluateRule; inference: StoredRuleOutcomeInference }> {
  const inference = createStoredRuleOutcomeInference(rules, groups)
  const related = groups.filter(({ id }) => inference.groupIds.includes(id)).map(({ rule }) => rule)
  const walletLists = await createWalletListEvaluator(context, [...new Set([...rules, ...related])])
  return { evaluate: createRuleEvaluator(walletLists, inference, getRehearsalWindowStart(context)), inference }
}

export const needsNames = (
  rules: readonly GroupRule[],
  groups: readonly GroupRecord[],
  { groupIds }: StoredRuleOutcomeInference,
): boolean =>
  [...rules, ...groups.filter(({ id }) => groupIds.includes(id)).map(({ rule }) => rule)]
    .flatMap(listGroupRuleConditions)
    .some(({ type }) => type === 'name')

/** The rule may contain token metadata, as the editor read it earlier. */
async function parseRuleWithoutChainReads(
  input: unknown,
  chains: ConfiguredChains,
): Promise<{ rule: GroupRule } | { errors: GroupRuleError[] }> {
  const configured = [...chains.values()].map(({ settings }) => settings)
  const read = parseGroupRule(input, { chains: configured, tokens: new Map(), trustsGivenTokens: true })
  const result = read.outcome === 'tokens-needed' ? parseGroupRule(input, { chains: configured, tokens: null }) : read
  if (result.outcome === 'tokens-needed')
    return {
      errors: result.wanted.map(({ path }) =>
        createGroupRuleError(path, createGroupRuleErrorDetail('token_name_not_found')),
      ),
    }
  if (result.outcome === 'invalid') return { errors: result.errors }
  const errors = await findGroupRuleChainAndEnsErrors(result.rule, chains)
  return errors.length > 0 ? { errors } : { rule: result.rule }
}

async function describeApplications(queries: DatabaseQueryBuilder, group: string): Promise<Rehearsal['applications']> {
  const ids = await listApplicationsRequiringGroup(queries, group)
  if (ids.length === 0) return []
  return (await listAllApplications(queries)).filter(({ id }) => ids.includes(id)).map(({ id, name }) => ({ id, name }))
}
