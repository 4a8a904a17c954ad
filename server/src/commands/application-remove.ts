// `countersign application remove`: removes an application for good, once somebody has said so.
import type { Command } from './command.ts'
import { removeApplication } from '../protocol/applications/remove.ts'
import { findApplication } from '../protocol/applications/store.ts'
import { readArguments, refused, unknownApplication, withDatabase } from './application-command.ts'
import { confirmOnTerminal } from './confirm-on-terminal.ts'

const usage = 'application remove ID [--yes]'

export const applicationRemove: Command = {
  usage,
  about: 'Removes an application with everything it was given; asks first, unless --yes.',
  run: async (parameters) => {
    const given = readArguments(parameters, { usage, options: { yes: { type: 'boolean' } }, count: 1 })
    if (given === null) return 2
    const id = given.operands[0] as string
    return withDatabase('write', async (world) => {
      const record = await findApplication(world.queries, id)
      if (record === undefined) return unknownApplication(id)
      const loss = `Removing "${id}" (${record.name}) ends every sign-in and token of it and forgets what people allowed it. This cannot be taken back.`
      if (given.values.yes !== true && !process.stdin.isTTY)
        return refused(`${loss}\nNothing was changed. Add --yes to do it.`)
      if (given.values.yes !== true && !(await confirmOnTerminal(`${loss}\nRemove it? Type "yes": `)))
        return refused('Nothing was changed.')
      if ((await removeApplication(world, id, world.now)) === 'unknown') return unknownApplication(id)
      console.log(`"${id}" is removed.`)
      return 0
    })
  },
}
