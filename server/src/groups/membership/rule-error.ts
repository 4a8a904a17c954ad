// One thing that is wrong with a rule, by a code of the catalogue: the command line reads the words, the screens have their own.
import { fillTemplate } from '@countersign/api/application-definition-errors'
import type { TemplateValues } from '@countersign/api/application-definition-errors'
import { groupRuleErrors } from '@countersign/api/group-rule-errors'
import type { GroupRuleErrorCode } from '@countersign/api/group-rule-errors'
import type { LocatedError } from '../../store/groups/group-rule.ts'

/** What is wrong, wherever that is. */
export interface RuleErrorDetail {
  code: GroupRuleErrorCode
  values: TemplateValues
}

/** One thing that is wrong with a rule itself, wherever it was written. */
export type RuleError = LocatedError & RuleErrorDetail

/** Says what is wrong by its code. */
export const createRuleErrorDetail = (
  code: GroupRuleErrorCode,
  values: Readonly<Record<string, string | number | bigint>> = {},
): RuleErrorDetail => ({
  code,
  values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
})

/** What is wrong, in words. */
export const formatRuleError = ({ code, values }: RuleErrorDetail): string =>
  fillTemplate(groupRuleErrors[code], values)

/** Says that something is wrong at a place. */
export const createRuleError = (path: string, told: RuleErrorDetail): RuleError => ({
  path,
  message: formatRuleError(told),
  ...told,
})
