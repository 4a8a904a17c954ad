// `countersign group add`: makes a group, whose members are those who meet its rule.
import type { Command } from './command.ts'
import { addGroup } from '../chain/groups/operate.ts'
import { createChains } from '../chain/reader/chains.ts'
import { systemClock } from '../platform/clock.ts'
import { readArguments, refused, refusedFor, withDatabase } from './application-command.ts'
import { completeGroup, groupOptions, groupOptionsHelp } from './group-options.ts'

const usage = 'group add ID [--name NAME] [--erc20 CHAIN:CONTRACT:AMOUNT] …'
const options = { ...groupOptions, name: { type: 'string' } } as const

export const groupAdd: Command = {
  usage,
  about: 'Adds a group of those who meet a rule: wallets, tokens that they hold, names.',
  details: groupOptionsHelp,
  run: async (parameters) => {
    const given = readArguments(parameters, { usage: `${usage}\n\n${groupOptionsHelp}`, options, count: 1 })
    if (given === null) return 2
    const { name, ...rest } = given.values
    const id = given.operands[0] as string
    return withDatabase(
      'write',
      async (world) => {
        const completed = await completeGroup({ id, name: name ?? id }, rest, createChains(world.settings, systemClock))
        if (completed.outcome === 'faulty') return refusedFor(completed.faults)
        if (completed.outcome === 'unavailable') return refused(`${completed.message}. Nothing was changed; try again.`)
        const added = await addGroup(world, completed.definition, world.now)
        if (added === 'taken') return refused(`There is already a group "${id}". Nothing was changed.`)
        if (added === 'too-many') return refused('There are as many groups as there can be. Nothing was changed.')
        console.log(`"${id}" is added. Try it with "countersign group check ${id} ADDRESS".`)
        return 0
      },
      'group',
    )
  },
}
