// Declarative configuration (GitOps): makes the applications of the database those of a file, everything in one transaction, or nothing.
import { appendEvents } from '../../audit-log/append.ts'
import type { NewEvent } from '../../audit-log/append.ts'
import type { Transaction } from '../../platform/database/open-database.ts'
import { insertAddition } from './add.ts'
import type { World } from './add.ts'
import { writeChange } from './change.ts'
import type { DefinitionFault } from '../definition-errors/definition-fault.ts'
import { peopleFaults, planSteps } from './plan.ts'
import type { PlanOptions, Step, Wanted } from './plan.ts'
import { writeRemoval } from './remove.ts'
import { listAllApplications, lockApplication } from './store.ts'

/** A secret that was made, told here once. */
export interface MadeSecret {
  id: string
  secret: string
}

/** What became of it. `overtaken`: somebody else changed an application at the same moment, and nothing was done. */
export type Applied =
  | { outcome: 'applied'; steps: Step[]; secrets: MadeSecret[] }
  | { outcome: 'faulty'; faults: DefinitionFault[] }
  | { outcome: 'overtaken' }

class Overtaken extends Error {
  override readonly name = 'Overtaken'
}

/**
 * Applies what is wanted; where nothing differs, nothing is written. Sector identifiers have been checked.
 * @param now milliseconds since 1970
 */
export async function applyApplications(
  { queries, random, actor }: World,
  wanted: readonly Wanted[],
  options: PlanOptions,
  now: number,
): Promise<Applied> {
  try {
    return await queries.transaction().execute(async (transaction) => {
      const { steps, faults } = planSteps(await listAllApplications(transaction), wanted, options)
      faults.push(...(await peopleFaults(transaction, steps, options)))
      if (faults.length > 0) return { outcome: 'faulty', faults }
      const events: NewEvent[] = []
      const secrets: MadeSecret[] = []
      // In one order, so that two files that are applied at the same moment never wait for each other.
      for (const step of steps.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
        const { event, secret } = await takeStep(transaction, { random, actor }, step, now)
        events.push(event)
        if (secret !== null) secrets.push({ id: step.id, secret })
      }
      if (events.length > 0) await appendEvents(transaction, random, now, events)
      return { outcome: 'applied', steps, secrets }
    })
  } catch (error) {
    if (error instanceof Overtaken) return { outcome: 'overtaken' }
    throw error
  }
}

async function takeStep(
  transaction: Transaction,
  { random, actor }: Pick<World, 'random' | 'actor'>,
  step: Step,
  now: number,
): Promise<{ event: NewEvent; secret: string | null }> {
  if (step.action === 'add') {
    const added = await insertAddition(transaction, random, { ...step.wanted, origin: 'operator', actor }, now)
    if (added.outcome === 'taken') throw new Overtaken()
    return added
  }
  // The plan was made from a reading that did not hold the row.
  const record = await lockApplication(transaction, step.id)
  if (record === undefined || JSON.stringify(record) !== JSON.stringify(step.record)) throw new Overtaken()
  if (step.action === 'change') return writeChange(transaction, random, record, { ...step.wanted, actor }, now)
  return { event: await writeRemoval(transaction, { random, actor }, step.id, now), secret: null }
}
