// Makes the groups of the database those of a file: everything in one transaction, or nothing.
import type { Actor } from '../../audit-log/actor.ts'
import { appendEvents } from '../../audit-log/append.ts'
import type { NewEvent } from '../../audit-log/append.ts'
import type { Random } from '../../platform/clock.ts'
import type { Queries, Transaction } from '../../platform/database/open-database.ts'
import { checkGroup } from './definition.ts'
import type { GroupDefinition } from '../../store/groups/group-definition.ts'
import { describeGroupChanges, maxGroups, writeAddition, writeChange, writeRemoval } from './operate.ts'
import type { FindNaming } from './operate.ts'
import type { RuleReading, WantedToken } from './read-rule.ts'
import type { SaidFault } from '../../store/groups/rule.ts'
import { listGroups, lockGroup } from '../../store/groups/store.ts'

/** A group of the file, and where it stands in it. */
export interface WantedGroup {
  path: string
  definition: GroupDefinition
}

export type ReadGroups = { outcome: 'read'; wanted: WantedGroup[] } | { outcome: 'faulty'; faults: SaidFault[] }

/** A reading that may have to ask chains first what tokens the rules are about. */
export type TriedGroups = ReadGroups | { outcome: 'open'; wanted: WantedToken[] }

/**
 * Reads the contents of the file.
 * @param content as parsed from JSON; nothing about it is assumed
 * @param reading what the rules are read with; without it, the form alone is looked at
 */
export function readGroupsFile(content: unknown, reading?: RuleReading): TriedGroups {
  const { groups, ...rest } = (typeof content === 'object' && content !== null ? content : {}) as Record<
    string,
    unknown
  >
  if (!Array.isArray(groups))
    return faulty([{ path: '', message: 'The file must hold one JSON object with the list "groups".' }])
  const faults: SaidFault[] = Object.keys(rest).map((name) => ({
    path: name,
    message: 'is not known; the file has "groups" alone',
  }))
  if (groups.length > maxGroups)
    faults.push({ path: 'groups', message: `must not have more than ${maxGroups} entries` })
  if (faults.length > 0) return faulty(faults)
  const wanted: WantedGroup[] = []
  const tokens: WantedToken[] = []
  for (const [index, group] of groups.entries()) {
    const path = `groups[${index}]`
    const checked = checkGroup(group, reading)
    if (checked.outcome === 'faulty') {
      faults.push(
        ...checked.faults.map((fault) => ({ ...fault, path: fault.path === '' ? path : `${path}.${fault.path}` })),
      )
      continue
    }
    if (checked.outcome === 'open') {
      tokens.push(...checked.wanted)
      continue
    }
    const { id } = checked.definition
    if (wanted.some(({ definition }) => definition.id === id))
      faults.push({ path: `${path}.id`, message: `"${id}" is there already` })
    else wanted.push({ path, definition: checked.definition })
  }
  if (faults.length > 0) return faulty(faults)
  return tokens.length > 0 ? { outcome: 'open', wanted: tokens } : { outcome: 'read', wanted }
}

const faulty = (faults: SaidFault[]): { outcome: 'faulty'; faults: SaidFault[] } => ({ outcome: 'faulty', faults })

export type GroupStep =
  | { action: 'add' | 'change'; definition: GroupDefinition; changes: string[] }
  | { action: 'remove'; id: string }

/** What was done, or stands against it. */
export type AppliedGroups = { outcome: 'applied'; steps: GroupStep[] } | { outcome: 'faulty'; faults: SaidFault[] }

interface ApplyOptions {
  /** Removes groups that are not wanted. */
  prune: boolean
  findNaming: FindNaming
}

/** What must happen, in one order, so that two files that are applied at the same moment never wait for each other. */
export async function planGroups(
  queries: Queries,
  wanted: readonly WantedGroup[],
  { prune, findNaming }: ApplyOptions,
): Promise<AppliedGroups> {
  const current = await listGroups(queries)
  const steps = wanted.flatMap(({ definition }): GroupStep[] => {
    const before = current.find(({ id }) => id === definition.id)
    if (before === undefined) return [{ action: 'add', definition, changes: [] }]
    const changes = describeGroupChanges(before, definition)
    return changes.length === 0 ? [] : [{ action: 'change', definition, changes }]
  })
  const removed = prune ? current.filter(({ id }) => !wanted.some(({ definition }) => definition.id === id)) : []
  const faults: SaidFault[] = []
  for (const { id } of removed) {
    const naming = await findNaming(queries, id)
    const verb = naming.length === 1 ? 'lets' : 'let'
    if (naming.length > 0)
      faults.push({
        path: 'groups',
        message: `lacks "${id}", which cannot be removed: ${naming.join(', ')} ${verb} in by it`,
      })
  }
  const added = steps.filter(({ action }) => action === 'add').length
  if (current.length - removed.length + added > maxGroups)
    faults.push({ path: 'groups', message: `would be more than ${maxGroups}` })
  if (faults.length > 0) return faulty(faults)
  const all = [...steps, ...removed.map(({ id }): GroupStep => ({ action: 'remove', id }))]
  return { outcome: 'applied', steps: all.toSorted((one, other) => (idOf(one) < idOf(other) ? -1 : 1)) }
}

/** @param now milliseconds since 1970 */
export async function applyGroups(
  { queries, random, actor }: { queries: Queries; random: Random; actor: Actor },
  wanted: readonly WantedGroup[],
  options: ApplyOptions,
  now: number,
): Promise<AppliedGroups> {
  return queries.transaction().execute(async (transaction) => {
    const planned = await planGroups(transaction, wanted, options)
    if (planned.outcome === 'faulty') return planned
    const events: NewEvent[] = []
    for (const step of planned.steps) events.push(...(await takeStep(transaction, step, now, actor)))
    if (events.length > 0) await appendEvents(transaction, random, now, events)
    return planned
  })
}

/** Whoever else changed the same group at this moment comes before or after: the file is what holds then. */
async function takeStep(transaction: Transaction, step: GroupStep, now: number, actor: Actor): Promise<NewEvent[]> {
  const before = await lockGroup(transaction, idOf(step))
  if (step.action === 'remove') return before === undefined ? [] : [await writeRemoval(transaction, step.id, actor)]
  if (before !== undefined) return [await writeChange(transaction, before, step.definition, now, actor)]
  const added = await writeAddition(transaction, step.definition, now, actor)
  return added === null ? takeStep(transaction, step, now, actor) : [added]
}

export const idOf = (step: GroupStep): string => (step.action === 'remove' ? step.id : step.definition.id)
