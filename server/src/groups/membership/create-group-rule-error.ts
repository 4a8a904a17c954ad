// The CLI prints these texts; the console has different ones.
import { fillTextTemplate } from '@countersign/api/application-definition-errors'
import type { TextTemplateValues } from '@countersign/api/application-definition-errors'
import { groupRuleErrors } from '@countersign/api/group-rule-errors'
import type { GroupRuleErrorCode } from '@countersign/api/group-rule-errors'
import type { GroupDefinitionError } from '../../store/groups/group-rule-types.ts'

export interface GroupRuleErrorDetail {
  code: GroupRuleErrorCode
  values: TextTemplateValues
}

export type GroupRuleError = GroupDefinitionError & GroupRuleErrorDetail

export const createGroupRuleErrorDetail = (
  code: GroupRuleErrorCode,
  values: Readonly<Record<string, string | number | bigint>> = {},
): GroupRuleErrorDetail => ({
  code,
  values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
})

export const formatGroupRuleError = ({ code, values }: GroupRuleErrorDetail): string =>
  fillTextTemplate(groupRuleErrors[code], values)

export const createGroupRuleError = (path: string, told: GroupRuleErrorDetail): GroupRuleError => ({
  path,
  message: formatGroupRuleError(told),
  ...told,
})
