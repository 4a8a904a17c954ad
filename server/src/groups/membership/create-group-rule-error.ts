// One thing that is wrong with a rule, by a code of the catalogue: the command line reads the words, the screens have their own.
import { fillTextTemplate } from '@countersign/api/application-definition-errors'
import type { TextTemplateValues } from '@countersign/api/application-definition-errors'
import { groupRuleErrors } from '@countersign/api/group-rule-errors'
import type { GroupRuleErrorCode } from '@countersign/api/group-rule-errors'
import type { GroupDefinitionError } from '../../store/groups/group-rule-types.ts'

/** What is wrong, wherever that is. */
export interface GroupRuleErrorDetail {
  code: GroupRuleErrorCode
  values: TextTemplateValues
}

/** One thing that is wrong with a rule itself, wherever it was written. */
export type GroupRuleError = GroupDefinitionError & GroupRuleErrorDetail

/** Says what is wrong by its code. */
export const createGroupRuleErrorDetail = (
  code: GroupRuleErrorCode,
  values: Readonly<Record<string, string | number | bigint>> = {},
): GroupRuleErrorDetail => ({
  code,
  values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
})

/** What is wrong, in words. */
export const formatGroupRuleError = ({ code, values }: GroupRuleErrorDetail): string =>
  fillTextTemplate(groupRuleErrors[code], values)

/** Says that something is wrong at a place. */
export const createGroupRuleError = (path: string, told: GroupRuleErrorDetail): GroupRuleError => ({
  path,
  message: formatGroupRuleError(told),
  ...told,
})
