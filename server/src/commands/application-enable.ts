// `countersign application enable`: lets people sign in to a disabled application again.
import type { Command } from './command.ts'
import { enableApplication } from '../protocol/applications/enable.ts'
import { readArguments, unknownApplication, withDatabase } from './application-command.ts'

const usage = 'application enable ID'

export const applicationEnable: Command = {
  usage,
  about: 'Lets people sign in to a disabled application again.',
  run: async (parameters) => {
    const given = readArguments(parameters, { usage, options: {}, count: 1 })
    if (given === null) return 2
    const id = given.operands[0] as string
    return withDatabase('write', async (world) => {
      const outcome = await enableApplication(world, id, world.now)
      if (outcome === 'unknown') return unknownApplication(id)
      console.log(
        outcome === 'enabled' ? `"${id}" is enabled. People sign in to it anew.` : `"${id}" was enabled already.`,
      )
      return 0
    })
  },
}
