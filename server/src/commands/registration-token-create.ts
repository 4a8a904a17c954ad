// `countersign registration-token create`: hands out a token with which applications register themselves (RFC 7591 §3).
// Until it runs out or is used up, whoever holds it can add applications; without one, nobody can (THREATS O8, O17).
import type { Command } from './command.ts'
import { createRegistrationToken, usesOfToken } from '../protocol/openid/registration.ts'
import { formatTime } from '../platform/clock.ts'
import { readArguments, refused, withDatabase } from './application-command.ts'

const usage = 'registration-token create [--life 24h] [--uses 10]'
const options = {
  life: { type: 'string', default: '24h' },
  uses: { type: 'string', default: String(usesOfToken.default) },
} as const

const minute = 60_000
const unitMs: Readonly<Record<string, number>> = { m: minute, h: 60 * minute, d: 24 * 60 * minute }
const [minLifeMs, maxLifeMs] = [minute, 30 * 24 * 60 * minute]

export const registrationTokenCreate: Command = {
  usage,
  about: 'Hands out a token with which applications register themselves until it runs out or is used up.',
  run: async (parameters) => {
    const given = readArguments(parameters, { usage, options, count: 0 })
    if (given === null) return 2
    const lifeMs = readLife(given.values.life)
    if (lifeMs === null)
      return refused(
        `--life is "${given.values.life}"; allowed is a number of minutes, hours or days from 1m to 30d, such as 24h.`,
      )
    const uses = readUses(given.values.uses)
    if (uses === null)
      return refused(
        `--uses is "${given.values.uses}"; allowed is with how many applications it is used up, from 1 to ${usesOfToken.most}.`,
      )
    return withDatabase('write', async (world) => {
      const token = await createRegistrationToken(world, { now: world.now, lifeMs, uses })
      console.log(`Until ${formatTime(world.now + lifeMs)}, ${uses === 1 ? 'one application' : `${uses} applications`} can register at ${world.settings.origin}/register with this token:

  ${token}

It is shown only now. Running servers notice within seconds. "countersign registration-token list" shows what was made with it.`)
      return 0
    })
  },
}

function readUses(text: string): number | null {
  const uses = /^[1-9][0-9]{0,3}$/.test(text) ? Number(text) : Number.NaN
  return uses <= usesOfToken.most ? uses : null
}

function readLife(text: string): number | null {
  const [, number, unit = ''] = /^([1-9][0-9]{0,5})([mhd])$/.exec(text) ?? []
  const lifeMs = Number(number) * (unitMs[unit] ?? Number.NaN)
  return lifeMs >= minLifeMs && lifeMs <= maxLifeMs ? lifeMs : null
}
