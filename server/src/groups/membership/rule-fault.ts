// One thing that is wrong with a rule, by a code of the catalogue: the command line reads the words, the screens have their own.
import { fillFault } from '@countersign/api/definition-faults'
import type { FaultValues } from '@countersign/api/definition-faults'
import { ruleFaults } from '@countersign/api/rule-faults'
import type { RuleFaultCode } from '@countersign/api/rule-faults'
import type { SaidFault } from '../../store/groups/rule.ts'

/** What is wrong, wherever that is. */
export interface ToldRuleFault {
  code: RuleFaultCode
  values: FaultValues
}

/** One thing that is wrong with a rule itself, wherever it was written. */
export type RuleFault = SaidFault & ToldRuleFault

/** Says what is wrong by its code. */
export const tellFault = (
  code: RuleFaultCode,
  values: Readonly<Record<string, string | number | bigint>> = {},
): ToldRuleFault => ({
  code,
  values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
})

/** What is wrong, in words. */
export const sayFault = ({ code, values }: ToldRuleFault): string => fillFault(ruleFaults[code], values)

/** Says that something is wrong at a place. */
export const ruleFaultAt = (path: string, told: ToldRuleFault): RuleFault => ({
  path,
  message: sayFault(told),
  ...told,
})
