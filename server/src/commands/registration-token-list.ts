// `countersign registration-token list`: the tokens with which applications register themselves (RFC 7591, initial access tokens), how often each
// works still, and what was made with it.
import type { Command } from './command.ts'
import { formatTime } from '../platform/clock.ts'
import { listRegistrationTokens } from '../protocol/openid/registration.ts'
import type { ShownRegistrationToken } from '../protocol/openid/registration.ts'
import { readArguments, withDatabase } from './application-command.ts'

const usage = 'registration-token list [--json]'

export const registrationTokenList: Command = {
  usage,
  about: 'Prints the registration tokens of late, and what was made with each.',
  run: async (parameters) => {
    const given = readArguments(parameters, { usage, options: { json: { type: 'boolean' } }, count: 0 })
    if (given === null) return 2
    return withDatabase('read', async ({ queries, now }) => {
      const tokens = await listRegistrationTokens(queries)
      if (given.values.json === true) {
        console.log(JSON.stringify({ tokens: tokens.map((token) => describe(token, now)) }, null, 2))
        return 0
      }
      if (tokens.length === 0)
        console.log('There is no registration token. "countersign registration-token create" makes one.')
      for (const token of tokens) {
        const { id, works, until, used, uses, applications } = describe(token, now)
        const made = applications.length === 0 ? 'nothing' : applications.join(', ')
        console.log(`${id}  ${works ? 'until' : 'ended, was until'} ${until}  ${used} of ${uses} used  made: ${made}`)
      }
      return 0
    })
  },
}

const describe = ({ id, uses, used, expires_at, applications }: ShownRegistrationToken, now: number) => ({
  id,
  works: expires_at > now && used < uses,
  until: formatTime(expires_at),
  used,
  uses,
  applications,
})
