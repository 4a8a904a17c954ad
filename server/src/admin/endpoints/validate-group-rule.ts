import { findGroupRuleChainAndEnsErrors } from '../../groups/membership/validate-group-definition-against-server.ts'
import { resolveGroupRuleForPreview } from '../../groups/membership/resolve-group-rule-token-contracts.ts'
import type { GroupRule } from '../../store/groups/group-rule-types.ts'
import type { GroupRuleError } from '../../groups/membership/create-group-rule-error.ts'
import type { ConfiguredChains } from '../../platform/chain-settings.ts'
import { ApiError } from '../../platform/api-error.ts'

export async function validateGroupRule(
  input: unknown,
  chains: ConfiguredChains,
): Promise<{ rule: GroupRule; errors: null } | { errors: GroupRuleError[] }> {
  const read = await resolveGroupRuleForPreview(input, chains)
  if (read.outcome === 'unavailable') throw new ApiError('rule.chain_unavailable', { privateDetail: read.message })
  if (read.outcome === 'invalid') return { errors: read.errors }
  const errors = await findGroupRuleChainAndEnsErrors(read.rule, chains)
  return errors.length > 0 ? { errors } : { rule: read.rule, errors: null }
}
