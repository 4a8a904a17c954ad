// `countersign resource apply`: makes the resources those of a file, for operators who keep configuration in git.
import { readFileSync, statSync } from 'node:fs'
import type { Command } from './command.ts'
import { countPeopleAllowing } from '../protocol/grants/count-people.ts'
import { applyResources, formatResourceStep, planResources, readResourcesFile } from '../protocol/resources/apply.ts'
import type { ReadResources, ResourceStep } from '../protocol/resources/apply.ts'
import { listIdsListing } from '../protocol/resources/listing.ts'
import { JsonFault, parseStrictJson } from '../platform/strict-json.ts'
import { readArguments, refused, refusedFor, withDatabase } from './application-command.ts'
import { confirmSwitch } from './resource-change.ts'

const usage = 'resource apply FILE [--dry-run] [--prune] [--yes]'
const maxFileBytes = 16_777_216

export const resourceApply: Command = {
  usage,
  about:
    'Adds and changes resources as a file says; with --prune also removes what operators added and the file lacks. Asks before people get other names, unless --yes.',
  run: async (parameters) => {
    const given = readArguments(parameters, {
      usage,
      options: { 'dry-run': { type: 'boolean' }, prune: { type: 'boolean' }, yes: { type: 'boolean' } },
      count: 1,
    })
    if (given === null) return 2
    const read = readFile(given.operands[0] as string)
    if (read.outcome === 'faulty') return refusedFor(read.faults)
    const { prune = false, yes = false, 'dry-run': isPreview = false } = given.values
    const options = { prune, findListing: listIdsListing, countPeople: countPeopleAllowing }
    return withDatabase(
      isPreview ? 'read' : 'write',
      async (world) => {
        const planned = await planResources(world.queries, read.wanted, options)
        if (planned.outcome === 'faulty') return refusedFor(planned.faults)
        if (isPreview) {
          printSteps(planned.steps)
          if (planned.steps.length > 0) console.log('Nothing was changed, because of --dry-run.')
          return 0
        }
        for (const step of planned.steps) {
          if (step.action !== 'change' || step.people === null) continue
          const { people, definition } = step
          const concerned = { people, address: definition.resource }
          if ((await confirmSwitch(false, yes, async () => concerned)) === false) return refused('Nothing was changed.')
        }
        const applied = await applyResources(world, read.wanted, planned.steps, options, world.now)
        if (applied.outcome === 'faulty') return refusedFor(applied.faults)
        if (applied.outcome === 'overtaken')
          return refused('Somebody else changed a resource at the same moment. Nothing was changed; try again.')
        printSteps(applied.steps)
        return 0
      },
      'resource',
    )
  },
}

function printSteps(steps: readonly ResourceStep[]): void {
  console.log(steps.length === 0 ? 'There is nothing to change.' : steps.map(formatResourceStep).join('\n'))
}

function readFile(path: string): ReadResources {
  const faulty = (message: string): ReadResources => ({ outcome: 'faulty', faults: [{ path, message }] })
  try {
    if (statSync(path).size > maxFileBytes) return faulty(`must not be larger than ${maxFileBytes} bytes`)
    return readResourcesFile(parseStrictJson(readFileSync(path, 'utf8')))
  } catch (error) {
    return faulty(error instanceof JsonFault ? error.message.replace(/^The body/, 'The file') : 'cannot be read')
  }
}
