import { groupRuleConditionFields } from './group-rule-draft.ts'
import type { GroupRuleConditionDraft, GroupRuleFieldName, GroupRuleFieldValues } from './group-rule-draft.ts'

/** Whether every required field has a value, which may still be wrong. */
export function isGroupRuleConditionFinished({ kind, fields, assets = [] }: GroupRuleConditionDraft): boolean {
  const has = (name: keyof GroupRuleFieldValues): boolean => (fields[name] ?? '').trim() !== ''
  if (kind === 'sum') return has('atLeast') && assets.length > 0 && assets.every(({ chain }) => chain !== '')
  const names: readonly GroupRuleFieldName[] = groupRuleConditionFields[kind]
  return names.every(
    (name) =>
      has(name) ||
      name === 'delegated' ||
      (name === 'atLeast' && (kind === 'erc721' || has('exact'))) ||
      (name === 'tokenIds' && kind === 'erc721'),
  )
}
