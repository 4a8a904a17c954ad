// `countersign application apply`: makes the applications those of a file, for operators who keep configuration in git.
import type { Command } from '../countersign.ts'
import { applyApplications } from '../applications/apply.ts'
import type { DefinitionFault } from '../applications/definition.ts'
import { formatStep, planSteps } from '../applications/plan.ts'
import type { PlanOptions, Step, Wanted } from '../applications/plan.ts'
import { listAllApplications } from '../applications/store.ts'
import { readArguments, refused, refusedFor, withDatabase } from './application-command.ts'
import type { CommandWorld } from './application-command.ts'
import { readEntries } from './application-file.ts'
import { checkSector } from './application-sector.ts'

const usage = 'application apply FILE [--dry-run] [--prune]'

export const applicationApply: Command = {
  usage,
  about: 'Adds and changes applications as a file says; with --prune also removes what operators added and the file lacks.',
  run: async (parameters) => {
    const given = readArguments(parameters, { usage, options: { 'dry-run': { type: 'boolean' }, prune: { type: 'boolean' } }, count: 1 })
    if (given === null) return 2
    const read = readEntries(given.operands[0] as string, process.env)
    if (read.outcome === 'faulty') return refusedFor(read.faults)
    const wanted: Wanted[] = read.entries
    const options = { prune: given.values.prune === true }
    if (given.values['dry-run'] === true) return withDatabase('read', (world) => preview(world, wanted, options))
    return withDatabase('write', (world) => apply(world, wanted, options))
  },
}

async function preview(world: CommandWorld, wanted: readonly Wanted[], options: PlanOptions): Promise<number> {
  const unfit = await findUnfitSectors(world, wanted)
  const { steps, faults } = planSteps(await listAllApplications(world.queries), wanted, options)
  if (faults.length + unfit.length > 0) return refusedFor([...faults, ...unfit])
  printSteps(steps)
  if (steps.length > 0) console.log('Nothing was changed, because of --dry-run.')
  return 0
}

async function apply(world: CommandWorld, wanted: readonly Wanted[], options: PlanOptions): Promise<number> {
  const unfit = await findUnfitSectors(world, wanted)
  if (unfit.length > 0) return refusedFor(unfit)
  const applied = await applyApplications(world, wanted, options, world.now)
  if (applied.outcome === 'faulty') return refusedFor(applied.faults)
  if (applied.outcome === 'overtaken') return refused('Somebody else changed an application at the same moment. Nothing was changed; try again.')
  printSteps(applied.steps)
  for (const { id, secret } of applied.secrets) console.log(`The client secret of "${id}", shown only now: ${secret}`)
  return 0
}

function printSteps(steps: readonly Step[]): void {
  console.log(steps.length === 0 ? 'There is nothing to change.' : steps.map(formatStep).join('\n'))
}

async function findUnfitSectors(world: CommandWorld, wanted: readonly Wanted[]): Promise<DefinitionFault[]> {
  const records = new Map((await listAllApplications(world.queries)).map((record) => [record.id, record]))
  const faults: DefinitionFault[] = []
  for (const { path, definition } of wanted) {
    const found = await checkSector(world, records.get(definition.id) ?? null, definition)
    faults.push(...found.map((fault) => ({ ...fault, path: `${path}.${fault.path}` })))
  }
  return faults
}
