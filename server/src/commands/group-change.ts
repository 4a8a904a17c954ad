// `countersign group change`: changes what is given as options, and leaves the rest as it is.
import type { Command } from './command.ts'
import { changeGroup } from '../chain/groups/operate.ts'
import { findGroup } from '../chain/groups/store.ts'
import { createChains } from '../chain/reader/chains.ts'
import { systemClock } from '../platform/clock.ts'
import { readArguments, refused, refusedFor, withDatabase } from './application-command.ts'
import { completeGroup, groupOptions, groupOptionsHelp } from './group-options.ts'

const usage = 'group change ID [--name NAME] [--erc20 CHAIN:CONTRACT:AMOUNT] …'
const options = { ...groupOptions, name: { type: 'string' } } as const

export const unknownGroup = (id: string): number =>
  refused(`There is no group "${id}". "countersign group list" shows all.`)

export const groupChange: Command = {
  usage,
  about: 'Changes what the options say; conditions replace the whole rule.',
  details: groupOptionsHelp,
  run: async (parameters) => {
    const given = readArguments(parameters, { usage: `${usage}\n\n${groupOptionsHelp}`, options, count: 1 })
    if (given === null) return 2
    const { name, ...rest } = given.values
    const id = given.operands[0] as string
    return withDatabase(
      'write',
      async (world) => {
        const record = await findGroup(world.queries, id)
        if (record === undefined) return unknownGroup(id)
        const { description, rule } = record
        const completed = await completeGroup(
          { id, name: name ?? record.name, description, rule },
          rest,
          createChains(world.settings, systemClock),
        )
        if (completed.outcome === 'faulty') return refusedFor(completed.faults)
        if (completed.outcome === 'unavailable') return refused(`${completed.message}. Nothing was changed; try again.`)
        const changes = await changeGroup(world, completed.definition, world.now)
        if (changes === undefined || changes === 'changed-meanwhile') return unknownGroup(id)
        console.log(
          changes.length === 0
            ? 'There is nothing to change.'
            : `"${id}" is changed:\n${changes.map((change) => `  ${change}`).join('\n')}`,
        )
        return 0
      },
      'group',
    )
  },
}
