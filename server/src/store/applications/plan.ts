// The dry run: what must happen so that the applications of the database become those of a file. Says it before anything is done, and
// nothing else is done.
import type { Queries } from '../../platform/database/open-database.ts'
import { changesOf, faultsByDocument } from './change.ts'
import type { ApplicationDefinition } from './definition.ts'
import type { DefinitionFault } from '../definition-errors/definition-fault.ts'
import type { Logo } from './logo.ts'
import { sectorFault } from './sector.ts'
import type { ApplicationRecord } from './store.ts'
import { subjectFaults } from './subject-change.ts'

/** An application as it is wanted. */
export interface Wanted {
  /** Where it stands in the file. */
  path: string
  definition: ApplicationDefinition
  /** Its secret, where the operator made it. */
  secret?: string | undefined
  /** Its logo; null for none, left out where the one it may have stays. */
  logo?: Logo | null | undefined
}

export type Step =
  | { action: 'add'; id: string; wanted: Wanted }
  | { action: 'change'; id: string; wanted: Wanted; record: ApplicationRecord; changes: string[] }
  | { action: 'remove'; id: string; record: ApplicationRecord }

export interface PlanOptions {
  /** Removes applications of operators that are not wanted. Those that registered themselves are never removed. */
  prune: boolean
  /** The applications of which people may become strangers (subject-change.ts). */
  strangers?: readonly string[]
}

/** @returns the steps in the order of the file, removals last, and what stands against them */
export function planSteps(
  current: readonly ApplicationRecord[],
  wanted: readonly Wanted[],
  { prune }: PlanOptions,
): { steps: Step[]; faults: DefinitionFault[] } {
  const records = new Map(current.map((record) => [record.id, record]))
  const faults: DefinitionFault[] = []
  const steps = wanted.flatMap((one): Step[] => {
    const { id } = one.definition
    const record = records.get(id)
    if (record === undefined) return [{ action: 'add', id, wanted: one }]
    faults.push(
      ...[...sectorFault(record.sector, one.definition), ...faultsByDocument(record, one.definition)].map(
        ({ path, message }) => ({ path: `${one.path}.${path}`, message }),
      ),
    )
    const changes = changesOf(record, one)
    return changes.length === 0 ? [] : [{ action: 'change', id, wanted: one, record, changes }]
  })
  const kept = new Set(wanted.map(({ definition }) => definition.id))
  const removals = current
    .filter(({ id, origin }) => prune && origin === 'operator' && !kept.has(id))
    .map((record): Step => ({ action: 'remove', id: record.id, record }))
  return { steps: [...steps, ...removals], faults }
}

/** What stands against steps because of the people whom they concern. */
export async function peopleFaults(
  queries: Queries,
  steps: readonly Step[],
  { strangers = [] }: PlanOptions,
): Promise<DefinitionFault[]> {
  const faults: DefinitionFault[] = []
  for (const step of steps) {
    if (step.action !== 'change') continue
    const found = await subjectFaults(queries, step.record, step.wanted.definition, strangers.includes(step.id))
    faults.push(...found.map(({ path, message }) => ({ path: `${step.wanted.path}.${path}`, message })))
  }
  return faults
}

/** A step as one line. */
export function formatStep(step: { action: Step['action']; id: string; changes?: readonly string[] }): string {
  if (step.action === 'add') return `+ ${step.id} added`
  if (step.action === 'remove') return `- ${step.id} removed`
  return `~ ${step.id}: ${step.changes?.join('; ')}`
}
