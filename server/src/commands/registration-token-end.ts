// `countersign registration-token end`: takes a registration token back before it runs out. What was made with it stays.
import type { Command } from './command.ts'
import { endRegistrationToken } from '../protocol/openid/registration.ts'
import { readArguments, refused, withDatabase } from './application-command.ts'

const usage = 'registration-token end ID'

export const registrationTokenEnd: Command = {
  usage,
  about: 'Takes back a registration token; applications that were made with it stay.',
  run: async (parameters) => {
    const given = readArguments(parameters, { usage, options: {}, count: 1 })
    if (given === null) return 2
    const [id = ''] = given.operands
    return withDatabase('write', async (world) => {
      if (!(await endRegistrationToken(world, id, world.now)))
        return refused(
          `There is no registration token "${id}" that works; "countersign registration-token list" shows them.`,
        )
      console.log(`Nobody registers with "${id}" any more. Running servers notice within seconds.`)
      return 0
    })
  },
}
