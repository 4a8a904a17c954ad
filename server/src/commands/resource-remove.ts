// `countersign resource remove`: removes a resource for good, once no application lists it and somebody has said so.
import type { Command } from './command.ts'
import { listIdsListing } from '../protocol/resources/listing.ts'
import { removeResource } from '../protocol/resources/operate.ts'
import { findResource } from '../protocol/resources/store.ts'
import { readArguments, refused, withDatabase } from './application-command.ts'
import { confirmOnTerminal } from './confirm-on-terminal.ts'
import { listedWarning, removeWarning, unknownResource } from './resource-words.ts'

const usage = 'resource remove ADDRESS [--yes]'

export const resourceRemove: Command = {
  usage,
  about: 'Removes a resource that no application lists; asks first, unless --yes.',
  run: async (parameters) => {
    const given = readArguments(parameters, { usage, options: { yes: { type: 'boolean' } }, count: 1 })
    if (given === null) return 2
    const address = given.operands[0] as string
    return withDatabase(
      'write',
      async (world) => {
        if ((await findResource(world.queries, address)) === undefined) return refused(unknownResource(address))
        const listing = await listIdsListing(world.queries, address)
        if (listing.length > 0) return refused(listedWarning(address, listing))
        const loss = removeWarning(address)
        if (given.values.yes !== true && !process.stdin.isTTY)
          return refused(`${loss}\nNothing was changed. Add --yes to do it.`)
        if (given.values.yes !== true && !(await confirmOnTerminal(`${loss}\nRemove it? Type "yes": `)))
          return refused('Nothing was changed.')
        const left = await removeResource(world, address, world.now, listIdsListing)
        if (left === undefined) return refused(unknownResource(address))
        if (left.length > 0) return refused(listedWarning(address, left))
        console.log(`"${address}" is removed.`)
        return 0
      },
      'resource',
    )
  },
}
