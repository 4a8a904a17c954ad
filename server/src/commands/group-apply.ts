// `countersign group apply`: makes the groups those of a file, for operators who keep configuration in git.
import { readFileSync, statSync } from 'node:fs'
import type { Command } from './command.ts'
import { listApplicationsNaming } from '../protocol/applications/known-groups.ts'
import { applyGroups, formatGroupStep, planGroups, readGroupsFile } from '../chain/groups/apply.ts'
import type { TriedGroups } from '../chain/groups/apply.ts'
import { outsideFaults } from '../chain/groups/check-outside.ts'
import { complete } from '../chain/groups/complete-rule.ts'
import type { SaidFault } from '../chain/groups/rule.ts'
import { listGroups } from '../chain/groups/store.ts'
import { createChains } from '../chain/reader/chains.ts'
import { systemClock } from '../platform/clock.ts'
import { JsonFault, parseStrictJson } from '../platform/strict-json.ts'
import { readArguments, refused, refusedFor, withDatabase } from './application-command.ts'

const usage = 'group apply FILE [--dry-run] [--prune]'
const maxFileBytes = 16_777_216

export const groupApply: Command = {
  usage,
  about: 'Adds and changes groups as a file says; with --prune also removes what the file lacks.',
  run: async (parameters) => {
    const given = readArguments(parameters, {
      usage,
      options: { 'dry-run': { type: 'boolean' }, prune: { type: 'boolean' } },
      count: 1,
    })
    if (given === null) return 2
    const file = readFile(given.operands[0] as string)
    if ('faults' in file) return refusedFor(file.faults)
    const isPreview = given.values['dry-run'] === true
    return withDatabase(
      isPreview ? 'read' : 'write',
      async (world) => {
        const chains = createChains(world.settings, systemClock)
        // What the groups that there are know of their tokens stays as it is, so that a file can be applied again and again.
        const before = (await listGroups(world.queries)).map(({ rule }) => rule)
        const read = await complete<TriedGroups>((reading) => readGroupsFile(file.content, reading), chains, before)
        if (read.outcome === 'faulty') return refusedFor(read.faults)
        if (read.outcome === 'unavailable') return refused(`${read.message}. Nothing was changed; try again.`)
        const faults = []
        for (const { path, definition } of read.wanted) {
          for (const fault of await outsideFaults(definition.rule, chains))
            faults.push({ ...fault, path: `${path}.${fault.path}` })
        }
        if (faults.length > 0) return refusedFor(faults)
        const options = { prune: given.values.prune === true, findNaming: listApplicationsNaming }
        const applied = isPreview
          ? await planGroups(world.queries, read.wanted, options)
          : await applyGroups(world, read.wanted, options, world.now)
        if (applied.outcome === 'faulty') return refusedFor(applied.faults)
        const { steps } = applied
        console.log(steps.length === 0 ? 'There is nothing to change.' : steps.map(formatGroupStep).join('\n'))
        if (isPreview && steps.length > 0) console.log('Nothing was changed, because of --dry-run.')
        return 0
      },
      'group',
    )
  },
}

function readFile(path: string): { content: unknown } | { faults: SaidFault[] } {
  const faulty = (message: string): { faults: SaidFault[] } => ({ faults: [{ path, message }] })
  try {
    if (statSync(path).size > maxFileBytes) return faulty(`must not be larger than ${maxFileBytes} bytes`)
    return { content: parseStrictJson(readFileSync(path, 'utf8')) }
  } catch (error) {
    return faulty(error instanceof JsonFault ? error.message.replace(/^The body/, 'The file') : 'cannot be read')
  }
}
