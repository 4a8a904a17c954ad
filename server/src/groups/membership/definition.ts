// What a group is: the one object that operators write in files, the command line makes from options, and the database keeps.
import { loadNormalize } from '../ens/read-name.ts'
import type { ChainSettings } from '../../platform/chain-settings.ts'
import { hasUnseen, pilesMarks } from '../../platform/deceptive-text.ts'
import { readRule } from './read-rule.ts'
import type { RuleReading, WantedToken } from './read-rule.ts'
import { groupIdFault } from '../../store/groups/group-definition.ts'
import type { GroupDefinition } from '../../store/groups/group-definition.ts'
import { listChains, listConditions } from '../../store/groups/rule.ts'
import type { Rule, SaidFault } from '../../store/groups/rule.ts'
import { ruleFaultAt, tellFault } from './rule-fault.ts'
import type { RuleFault } from './rule-fault.ts'

export type CheckedGroup =
  | { outcome: 'complete'; definition: GroupDefinition }
  | { outcome: 'faulty'; faults: SaidFault[] }

/** A check that may have to ask chains first what tokens its rule is about. */
export type TriedGroup = CheckedGroup | { outcome: 'open'; wanted: WantedToken[] }

const maxNameLength = 80
const maxDescriptionLength = 500
const members = ['id', 'name', 'description', 'rule']

/** Nothing that people read may be invisible, or turn the line around. */
function textFault(value: unknown, maxLength: number): string | null {
  if (typeof value !== 'string' || value.length === 0 || [...value].length > maxLength)
    return `must be a text of 1 to ${maxLength} characters`
  if (value !== value.trim()) return 'must not begin or end with a space'
  return hasUnseen(value) || pilesMarks(value)
    ? 'must not contain control, invisible or direction characters, nor piles of marks'
    : null
}

/**
 * Checks what an operator wrote.
 * @param input anything; nothing about it is assumed
 * @param reading what its rule is read with; without it, the form alone is looked at
 */
export function checkGroup(input: unknown, reading?: RuleReading): TriedGroup {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return { outcome: 'faulty', faults: [{ path: '', message: 'A group must be a JSON object.' }] }
  }
  const { id, name, description = null, rule } = input as Record<string, unknown>
  const read = readRule(rule, reading)
  const faults = [
    ...faultAt('id', groupIdFault(id)),
    ...faultAt('name', textFault(name, maxNameLength)),
    ...(description === null ? [] : faultAt('description', textFault(description, maxDescriptionLength))),
    ...(read.outcome === 'faulty' ? read.faults : []),
    ...Object.keys(input)
      .filter((member) => !members.includes(member))
      .flatMap((member) => faultAt(member, `is not known; a group has ${members.join(', ')}`)),
  ]
  if (faults.length > 0 || read.outcome === 'faulty') return { outcome: 'faulty', faults }
  if (read.outcome === 'open') return read
  return {
    outcome: 'complete',
    definition: { id: id as string, name: name as string, description: description as string | null, rule: read.rule },
  }
}

const faultAt = (path: string, message: string | null): SaidFault[] => (message === null ? [] : [{ path, message }])

/**
 * What a rule needs that this server does not have: such a rule would let in nobody, and a slip in a chain's id would go unnoticed.
 * @returns faults by the path of the rule as a whole
 */
export function unreadableFaults(rule: Rule, chains: readonly ChainSettings[]): RuleFault[] {
  const namesLacking =
    listConditions(rule).some(({ type }) => type === 'name') && !chains.some(({ ensRegistry }) => ensRegistry !== null)
  return [
    ...lackingFaults(
      listChains(rule).filter((id) => !chains.some((chain) => chain.id === id)),
      chains,
    ),
    ...(namesLacking ? [ruleFaultAt('rule', tellFault('names_lacking'))] : []),
  ]
}

/** Chains that are not there, and which are. */
export function lackingFaults(lacking: readonly string[], chains: RuleReading['chains']): RuleFault[] {
  const known = chains.map(({ id, name }) => `${id} (${name})`).join(', ')
  const code = chains.length === 0 ? 'chains_lacking' : 'chain_lacking'
  return [...new Set(lacking)].map((chain) => ruleFaultAt('rule', tellFault(code, { chain, known })))
}

/** Names of a rule that no wallet can ever have, because names are compared as ENS normalises them (ENSIP-15). */
export async function nameFaults(rule: Rule): Promise<RuleFault[]> {
  const names = listConditions(rule).flatMap((condition) => (condition.type === 'name' ? [condition.under] : []))
  if (names.length === 0) return []
  const normalize = await loadNormalize()
  return names.flatMap((name) => {
    try {
      const normal = normalize(name)
      return normal === name ? [] : [ruleFaultAt('rule', tellFault('name_form', { name, normal }))]
    } catch {
      return [ruleFaultAt('rule', tellFault('name_never', { name }))]
    }
  })
}
