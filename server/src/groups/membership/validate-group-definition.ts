import { loadEnsNormalize } from '../ens/reverse-resolve-ens-name.ts'
import type { ChainSettings } from '../../platform/chain-settings.ts'
import { hasInvisibleCharacters, hasStackedCombiningMarks } from '../../platform/detect-deceptive-text.ts'
import { parseGroupRule } from './parse-group-rule.ts'
import type { GroupRuleParseContext, TokenMetadataRequest } from './group-rule-parse-context.ts'
import { findGroupIdError } from '../../store/groups/group-definition.ts'
import type { GroupDefinition } from '../../store/groups/group-definition.ts'
import { listGroupRuleChains, listGroupRuleConditions } from '../../store/groups/group-rule-types.ts'
import type { GroupRule, GroupDefinitionError } from '../../store/groups/group-rule-types.ts'
import { createGroupRuleError, createGroupRuleErrorDetail } from './create-group-rule-error.ts'
import type { GroupRuleError } from './create-group-rule-error.ts'

export type GroupValidationResult =
  | { outcome: 'valid'; definition: GroupDefinition }
  | { outcome: 'invalid'; errors: GroupDefinitionError[] }

export type GroupValidationResultOrTokenRequest =
  | GroupValidationResult
  | { outcome: 'tokens-needed'; wanted: TokenMetadataRequest[] }

const maxNameLength = 80
const maxDescriptionLength = 500
const members = ['id', 'name', 'description', 'rule']

/** Rejects invisible and bidirectional characters. */
function findTextError(value: unknown, maxLength: number): string | null {
  if (typeof value !== 'string' || value.length === 0 || [...value].length > maxLength)
    return `must be a string of 1 to ${maxLength} characters`
  if (value !== value.trim()) return 'must not start or end with a space'
  return hasInvisibleCharacters(value) || hasStackedCombiningMarks(value)
    ? 'must not contain control, invisible or bidirectional formatting characters, or stacked combining marks'
    : null
}

/** Without `reading`, only the syntax of the rule is checked. */
export function validateGroupDefinition(
  input: unknown,
  reading?: GroupRuleParseContext,
): GroupValidationResultOrTokenRequest {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return { outcome: 'invalid', errors: [{ path: '', message: 'A group must be a JSON object.' }] }
  }
  const { id, name, description = null, rule } = input as Record<string, unknown>
  const read = parseGroupRule(rule, reading)
  const errors = [
    ...errorAt('id', findGroupIdError(id)),
    ...errorAt('name', findTextError(name, maxNameLength)),
    ...(description === null ? [] : errorAt('description', findTextError(description, maxDescriptionLength))),
    ...(read.outcome === 'invalid' ? read.errors : []),
    ...Object.keys(input)
      .filter((member) => !members.includes(member))
      .flatMap((member) => errorAt(member, `is unknown; a group has the members ${members.join(', ')}`)),
  ]
  if (errors.length > 0 || read.outcome === 'invalid') return { outcome: 'invalid', errors }
  if (read.outcome === 'tokens-needed') return read
  return {
    outcome: 'valid',
    definition: { id: id as string, name: name as string, description: description as string | null, rule: read.rule },
  }
}

const errorAt = (path: string, message: string | null): GroupDefinitionError[] =>
  message === null ? [] : [{ path, message }]

/** Without this check, a typo in a chain ID would exclude everyone unnoticed. */
export function findUnreadableRuleChainErrors(rule: GroupRule, chains: readonly ChainSettings[]): GroupRuleError[] {
  const namesLacking =
    listGroupRuleConditions(rule).some(({ type }) => type === 'name') &&
    !chains.some(({ ensRegistry }) => ensRegistry !== null)
  return [
    ...createUnconfiguredRuleChainErrors(
      listGroupRuleChains(rule).filter((id) => !chains.some((chain) => chain.id === id)),
      chains,
    ),
    ...(namesLacking ? [createGroupRuleError('rule', createGroupRuleErrorDetail('names_lacking'))] : []),
  ]
}

export function createUnconfiguredRuleChainErrors(
  lacking: readonly string[],
  chains: GroupRuleParseContext['chains'],
): GroupRuleError[] {
  const known = chains.map(({ id, name }) => `${id} (${name})`).join(', ')
  const code = chains.length === 0 ? 'chains_lacking' : 'chain_lacking'
  return [...new Set(lacking)].map((chain) =>
    createGroupRuleError('rule', createGroupRuleErrorDetail(code, { chain, known })),
  )
}

/** Finds names that no wallet can match, because stored ENS names are normalized (ENSIP-15). */
export async function findInvalidEnsNameErrors(rule: GroupRule): Promise<GroupRuleError[]> {
  const names = listGroupRuleConditions(rule).flatMap((condition) =>
    condition.type === 'name' ? [condition.under] : [],
  )
  if (names.length === 0) return []
  const normalize = await loadEnsNormalize()
  return names.flatMap((name) => {
    try {
      const normal = normalize(name)
      return normal === name
        ? []
        : [createGroupRuleError('rule', createGroupRuleErrorDetail('name_form', { name, normal }))]
    } catch {
      return [createGroupRuleError('rule', createGroupRuleErrorDetail('name_never', { name }))]
    }
  })
}
