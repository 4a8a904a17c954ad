// What stands against a rule beside its form: tokens that are none, chains that this server does not read, and names that nobody can have.
import type { Chains } from '../../platform/chain-settings.ts'
import { complete } from './complete-rule.ts'
import type { Unavailable } from './complete-rule.ts'
import { checkGroup, nameFaults, unreadableFaults } from './definition.ts'
import type { CheckedGroup, TriedGroup } from './definition.ts'
import type { Rule } from '../../store/groups/rule.ts'
import type { RuleFault } from './rule-fault.ts'

/** What is wrong with a rule on this server, or with its names. */
export const outsideFaults = async (rule: Rule, chains: Chains): Promise<RuleFault[]> => [
  ...unreadableFaults(
    rule,
    [...chains.values()].map(({ settings }) => settings),
  ),
  ...(await nameFaults(rule)),
]

/**
 * Checks a group in its form and against this server, and reads what its tokens say of themselves.
 * @param before the rule that it has now: one that stays as it is needs what it needed, and the tokens that it names stay as they were read
 */
export async function checkWholeGroup(
  input: unknown,
  chains: Chains,
  before: Rule | null,
): Promise<CheckedGroup | Unavailable> {
  const checked = await complete<TriedGroup>(
    (reading) => checkGroup(input, reading),
    chains,
    before === null ? [] : [before],
  )
  if (checked.outcome !== 'complete' || JSON.stringify(checked.definition.rule) === JSON.stringify(before))
    return checked
  const faults = await outsideFaults(checked.definition.rule, chains)
  return faults.length > 0 ? { outcome: 'faulty', faults } : checked
}
