// `countersign application apply`: makes the applications those of a file, for operators who keep configuration in git.
import { dirname } from 'node:path'
import type { Command } from './command.ts'
import { applyApplications } from '../protocol/applications/apply.ts'
import type { DefinitionFault } from '../protocol/applications/definition.ts'
import { aliasDomainFaults } from '../protocol/applications/alias-domain.ts'
import { unknownGroupFaults } from '../protocol/applications/known-groups.ts'
import { takenHostFaults } from '../protocol/applications/site-hosts.ts'
import { unknownScopeFaults } from '../protocol/resources/named.ts'
import { formatStep, peopleFaults, planSteps } from '../protocol/applications/plan.ts'
import type { PlanOptions, Step, Wanted } from '../protocol/applications/plan.ts'
import { listAllApplications } from '../protocol/applications/store.ts'
import { readArguments, refused, refusedFor, withDatabase } from './application-command.ts'
import type { CommandWorld } from './application-command.ts'
import { readEntries } from './application-file.ts'
import type { ReadEntry } from './application-file.ts'
import { bringLogo } from './application-logo.ts'
import { keepStored } from '../protocol/applications/keep-stored.ts'
import { sayWhomNamesConcern } from './application-user-names.ts'
import { askSector } from '../protocol/applications/ask-sector.ts'

const usage = 'application apply FILE [--dry-run] [--prune] [--new-subjects ID …]'

export const applicationApply: Command = {
  usage,
  about:
    'Adds and changes applications as a file says; with --prune also removes what operators added and the file lacks.',
  run: async (parameters) => {
    const given = readArguments(parameters, {
      usage,
      options: {
        'dry-run': { type: 'boolean' },
        prune: { type: 'boolean' },
        'new-subjects': { type: 'string', multiple: true },
      },
      count: 1,
    })
    if (given === null) return 2
    const path = given.operands[0] as string
    const read = readEntries(path, process.env)
    if (read.outcome === 'faulty') return refusedFor(read.faults)
    const options = { prune: given.values.prune === true, strangers: given.values['new-subjects'] ?? [] }
    const isPreview = given.values['dry-run'] === true
    return withDatabase(isPreview ? 'read' : 'write', async (world) => {
      const { wanted, faults } = await bringOutside(world, read.entries, dirname(path))
      if (faults.length > 0) return refusedFor(faults)
      return isPreview ? preview(world, wanted, options) : apply(world, wanted, options)
    })
  },
}

/** What the file only names: logos, and documents of other servers. Before the transaction, which must not wait for them. */
async function bringOutside(
  world: CommandWorld,
  entries: readonly ReadEntry[],
  folder: string,
): Promise<{ wanted: Wanted[]; faults: DefinitionFault[] }> {
  const records = new Map((await listAllApplications(world.queries)).map((record) => [record.id, record]))
  const wanted: Wanted[] = []
  const faults: DefinitionFault[] = []
  for (const { path, definition: written, secret, named, logo: place } of entries) {
    const before = records.get(written.id)?.definition
    const definition = keepStored(before, written, named)
    const { logo, faults: logoFaults } = await bringLogo(world, place, folder)
    const found = [
      ...(await askSector(world, records.get(definition.id) ?? null, definition)),
      ...aliasDomainFaults(world.settings, before, definition),
      ...(await unknownGroupFaults(world.queries, definition)),
      ...(await takenHostFaults(world.queries, definition)),
      ...(await unknownScopeFaults(world.queries, definition)),
      ...logoFaults,
    ]
    faults.push(...found.map((fault) => ({ ...fault, path: `${path}.${fault.path}` })))
    wanted.push({ path, definition, secret, logo })
  }
  return { wanted, faults }
}

async function preview({ queries }: CommandWorld, wanted: readonly Wanted[], options: PlanOptions): Promise<number> {
  const { steps, faults } = planSteps(await listAllApplications(queries), wanted, options)
  faults.push(...(await peopleFaults(queries, steps, options)))
  if (faults.length > 0) return refusedFor(faults)
  printSteps(steps)
  for (const step of steps) {
    const concern =
      step.action === 'change'
        ? await sayWhomNamesConcern(queries, step.record.definition, step.wanted.definition)
        : null
    if (concern !== null) console.log(concern)
  }
  if (steps.length > 0) console.log('Nothing was changed, because of --dry-run.')
  return 0
}

async function apply(world: CommandWorld, wanted: readonly Wanted[], options: PlanOptions): Promise<number> {
  const applied = await applyApplications(world, wanted, options, world.now)
  if (applied.outcome === 'faulty') return refusedFor(applied.faults)
  if (applied.outcome === 'overtaken')
    return refused('Somebody else changed an application at the same moment. Nothing was changed; try again.')
  printSteps(applied.steps)
  for (const { id, secret } of applied.secrets) console.log(`The client secret of "${id}", shown only now: ${secret}`)
  return 0
}

function printSteps(steps: readonly Step[]): void {
  console.log(steps.length === 0 ? 'There is nothing to change.' : steps.map(formatStep).join('\n'))
}
