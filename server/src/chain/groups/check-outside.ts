// What stands against a rule beside its form: chains that this server does not read, and names that nobody can have.
import type { ChainSettings } from '../../platform/chain-settings.ts'
import { checkGroup, nameFaults, unreadableFaults } from './definition.ts'
import type { CheckedGroup } from './definition.ts'
import type { Rule, RuleFault } from './rule.ts'

/** What is wrong with a rule on this server, or with its names. */
export const outsideFaults = async (rule: Rule, chains: readonly ChainSettings[]): Promise<RuleFault[]> => [
  ...unreadableFaults(rule, chains),
  ...(await nameFaults(rule)),
]

/**
 * Checks a group in its form and against this server.
 * @param before the rule that it has now: one that stays as it is needs what it needed
 */
export async function checkWholeGroup(
  input: unknown,
  chains: readonly ChainSettings[],
  before: Rule | null,
): Promise<CheckedGroup> {
  const checked = checkGroup(input)
  if (checked.outcome === 'faulty' || JSON.stringify(checked.definition.rule) === JSON.stringify(before)) return checked
  const faults = await outsideFaults(checked.definition.rule, chains)
  return faults.length > 0 ? { outcome: 'faulty', faults } : checked
}
