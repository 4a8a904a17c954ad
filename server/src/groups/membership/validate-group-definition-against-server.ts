import type { ConfiguredChains } from '../../platform/chain-settings.ts'
import { resolveGroupRuleTokenContracts } from './resolve-group-rule-token-contracts.ts'
import type { UnavailableChainResult } from './resolve-group-rule-token-contracts.ts'
import {
  validateGroupDefinition,
  findInvalidEnsNameErrors,
  findUnreadableRuleChainErrors,
} from './validate-group-definition.ts'
import type { GroupValidationResult, GroupValidationResultOrTokenRequest } from './validate-group-definition.ts'
import type { GroupRule } from '../../store/groups/group-rule-types.ts'
import type { GroupRuleError } from './create-group-rule-error.ts'

export const findGroupRuleChainAndEnsErrors = async (
  rule: GroupRule,
  chains: ConfiguredChains,
): Promise<GroupRuleError[]> => [
  ...findUnreadableRuleChainErrors(
    rule,
    [...chains.values()].map(({ settings }) => settings),
  ),
  ...(await findInvalidEnsNameErrors(rule)),
]

/** The rule is not checked again if it equals `before`. */
export async function validateGroupDefinitionAgainstServer(
  input: unknown,
  chains: ConfiguredChains,
  before: GroupRule | null,
): Promise<GroupValidationResult | UnavailableChainResult> {
  const checked = await resolveGroupRuleTokenContracts<GroupValidationResultOrTokenRequest>(
    (reading) => validateGroupDefinition(input, reading),
    chains,
    before === null ? [] : [before],
  )
  if (checked.outcome !== 'valid' || JSON.stringify(checked.definition.rule) === JSON.stringify(before)) return checked
  const errors = await findGroupRuleChainAndEnsErrors(checked.definition.rule, chains)
  return errors.length > 0 ? { outcome: 'invalid', errors } : checked
}
