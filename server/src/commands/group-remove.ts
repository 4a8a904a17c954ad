// `countersign group remove`: removes a group for good, once no application lets in by it and somebody has said so.
import type { Command } from './command.ts'
import { listApplicationsNaming } from '../protocol/applications/known-groups.ts'
import { removeGroup } from '../chain/groups/operate.ts'
import { findGroup } from '../chain/groups/store.ts'
import { readArguments, refused, withDatabase } from './application-command.ts'
import { confirmOnTerminal } from './confirm-on-terminal.ts'
import { unknownGroup } from './group-change.ts'

const usage = 'group remove ID [--yes]'

export const groupRemove: Command = {
  usage,
  about: 'Removes a group that no application lets in by; asks first, unless --yes.',
  run: async (parameters) => {
    const given = readArguments(parameters, { usage, options: { yes: { type: 'boolean' } }, count: 1 })
    if (given === null) return 2
    const id = given.operands[0] as string
    return withDatabase(
      'write',
      async (world) => {
        const record = await findGroup(world.queries, id)
        if (record === undefined) return unknownGroup(id)
        const naming = await listApplicationsNaming(world.queries, id)
        if (naming.length > 0) return stillNamed(id, naming)
        const loss = `Removing "${id}" (${record.name}) takes it from everybody. Applications are not told of it any more. This cannot be taken back.`
        if (given.values.yes !== true && !process.stdin.isTTY)
          return refused(`${loss}\nNothing was changed. Add --yes to do it.`)
        if (given.values.yes !== true && !(await confirmOnTerminal(`${loss}\nRemove it? Type "yes": `)))
          return refused('Nothing was changed.')
        const left = await removeGroup(world, id, listApplicationsNaming, world.now)
        if (left === undefined) return unknownGroup(id)
        if (left.length > 0) return stillNamed(id, left)
        console.log(`"${id}" is removed.`)
        return 0
      },
      'group',
    )
  },
}

const stillNamed = (id: string, naming: readonly string[]): number =>
  refused(
    `"${id}" is what these applications let in by: ${naming.join(', ')}. Nothing was changed. ` +
      'Take it from them first, with "countersign application change ID --allowed-group …" (an empty text for everybody).',
  )
