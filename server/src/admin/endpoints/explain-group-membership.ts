import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import {
  formatGroupRulePartAsText,
  formatGroupRuleEvaluationReason,
} from '../../groups/membership/format-group-rule-as-text.ts'
import { evaluateGroupRules } from '../../groups/membership/evaluate-group-rules.ts'
import { getEnsNameExpiryCutoff } from '../../groups/membership/group-membership-freshness.ts'
import {
  getGroupRuleSubjectOfPerson,
  listGroupRuleSubjectsOfPeople,
} from '../../groups/membership/list-group-rule-subjects-of-people.ts'
import { evaluateGroupRuleForWallet } from '../../groups/membership/evaluate-group-rule-for-wallet.ts'
import { parseGroupWalletListEntry } from '../../groups/membership/group-wallet-list-entry-notation.ts'
import type { GroupRuleOutcome, GroupRuleEvaluationResult } from '../../groups/membership/group-rule-evaluation.ts'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import type { ChainSettings } from '../../platform/chain-settings.ts'
import { parseWalletIdentity } from '../../store/wallets/wallet-store.ts'
import { isSignInWalletSql } from '../../store/wallets/linked-wallet-sql-condition.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { ApiError } from '../../platform/api-error.ts'
import { requireExistingGroup } from './list-groups.ts'
import { readPersonSummaries } from './read-person-summaries.ts'
import { validateGroupRule } from './validate-group-rule.ts'

type RuleContext = Pick<ServerAppContext, 'database' | 'chains' | 'settings' | 'clock'>

/** @param who person ID or wallet address */
export async function explainGroupMembership(
  context: RuleContext,
  groupId: string,
  who: string,
): Promise<AdminApiEndpointOutput<'explainMembership'>> {
  const { queries } = context.database
  const { rule } = await requireExistingGroup(queries, groupId)
  const personId = await findPersonId(queries, who.trim())
  if (personId === undefined) throw new ApiError('person.not_found')
  const holder = getGroupRuleSubjectOfPerson(await listGroupRuleSubjectsOfPeople(queries, [personId], [rule]), personId)
  const [verdict] = await evaluateGroupRules(context.chains, [{ rule, ...holder }], {
    nameCutoff: getEnsNameExpiryCutoff(context.settings.limits, context.clock()),
    evaluateEveryPart: true,
  })
  if (verdict === undefined) throw new Error('One rule was evaluated, but there is no result')
  return { person: (await readPersonSummaries(queries, [personId]))(personId), ...describeVerdict(context, verdict) }
}

/** Reads no data of the person: the caller may only have permission to read groups (THREATS P8). */
export async function testGroupRuleForAddress(
  context: RuleContext,
  input: unknown,
  address: string,
): Promise<AdminApiEndpointOutput<'testRule'>> {
  const read = await validateGroupRule(input, context.chains)
  if (read.errors !== null) return { outcome: null, errors: read.errors, parts: [] }
  const account = parseGroupWalletListEntry(address.trim())
  if (account === null)
    throw new ApiError('request.invalid', { place: { field: 'address' }, privateDetail: 'not a wallet address' })
  return {
    errors: [],
    ...describeVerdict(context, await evaluateGroupRuleForWallet(context.chains, read.rule, account, context.clock())),
  }
}

const membershipByOutcome = { met: 'member', 'not-met': 'not-member', unknown: 'unknown' } as const

const describeVerdict = (
  { settings }: RuleContext,
  verdict: GroupRuleEvaluationResult,
): Pick<AdminApiEndpointOutput<'explainMembership'>, 'outcome' | 'parts'> => ({
  outcome: membershipByOutcome[verdict.outcome],
  parts: describeRuleParts(verdict, '', settings.chains),
})

/** A contract address can belong to different people on different chains (THREATS S4). */
async function findPersonId(queries: DatabaseQueryBuilder, who: string): Promise<string | undefined> {
  const account = parseWalletIdentity(who)
  if (account === null)
    return (
      await queries
        .selectFrom('people')
        .select('id')
        .where('id', '=', who)
        .where('status', 'in', ['active', 'suspended'])
        .executeTakeFirst()
    )?.id
  const rows = await queries
    .selectFrom('wallets')
    .select(['person_id', 'kind', 'chain_reference'])
    .where('namespace', '=', account.namespace)
    .where('address', '=', account.address)
    .where(isSignInWalletSql())
    .execute()
  const meant = rows.filter(
    ({ kind, chain_reference }) =>
      account.kind === 'key' || kind === 'key' || chain_reference === account.chainReference,
  )
  const owners = new Set(meant.map(({ person_id }) => person_id))
  return owners.size === 1 ? meant[0]?.person_id : undefined
}

const answerByOutcome: Readonly<Record<GroupRuleOutcome, 'yes' | 'no' | 'unknown'>> = {
  met: 'yes',
  'not-met': 'no',
  unknown: 'unknown',
}

function describeRuleParts(
  verdict: GroupRuleEvaluationResult,
  path: string,
  chains: readonly ChainSettings[],
): AdminApiEndpointOutput<'explainMembership'>['parts'] {
  const { rule, outcome, block, reason, parts } = verdict
  const [about, why] = [formatGroupRulePartAsText(rule, chains), formatGroupRuleEvaluationReason(verdict)]
  const joint = 'all' in rule ? 'all' : 'any'
  const within = parts.flatMap((part, index) =>
    describeRuleParts(part, `${path === '' ? '' : `${path}.`}${joint}[${index}]`, chains),
  )
  return [
    {
      path,
      holds: answerByOutcome[outcome],
      sentence: why === null ? about : `${about}: ${why}`,
      reason: outcome === 'met' ? null : reason,
      block: block === null ? null : String(block.number),
    },
    ...within,
  ]
}
