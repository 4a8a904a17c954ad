// A rule that somebody is writing, as this server would keep it: with what its tokens say of themselves, and every fault.
import { outsideFaults } from '../../groups/membership/check-outside.ts'
import { completeForNow } from '../../groups/membership/complete-rule.ts'
import type { Rule } from '../../store/groups/rule.ts'
import type { RuleFault } from '../../groups/membership/rule-fault.ts'
import type { Chains } from '../../platform/chain-settings.ts'
import { Refusal } from '../../platform/refusal.ts'

/**
 * @param input anything; nothing about it is assumed
 * @throws Refusal `rule.chain_unavailable`
 */
export async function readWholeRule(
  input: unknown,
  chains: Chains,
): Promise<{ rule: Rule; faults: null } | { faults: RuleFault[] }> {
  const read = await completeForNow(input, chains)
  if (read.outcome === 'unavailable') throw new Refusal('rule.chain_unavailable', { privateDetail: read.message })
  if (read.outcome === 'faulty') return { faults: read.faults }
  const faults = await outsideFaults(read.rule, chains)
  return faults.length > 0 ? { faults } : { rule: read.rule, faults: null }
}
