// `countersign application disable`: ends what an application was given, until it is enabled again.
import type { Command } from './command.ts'
import { disableApplication } from '../protocol/applications/disable.ts'
import { readArguments, unknownApplication, withDatabase } from './application-command.ts'

const usage = 'application disable ID'

export const applicationDisable: Command = {
  usage,
  about: 'Ends every sign-in and token of an application, and allows no new ones.',
  run: async (parameters) => {
    const given = readArguments(parameters, { usage, options: {}, count: 1 })
    if (given === null) return 2
    const id = given.operands[0] as string
    return withDatabase('write', async (world) => {
      const outcome = await disableApplication(world, id, world.now)
      if (outcome === 'unknown') return unknownApplication(id)
      console.log(
        outcome === 'disabled' ? `"${id}" is disabled. What it was given has ended.` : `"${id}" was disabled already.`,
      )
      return 0
    })
  },
}
