// `countersign application rotate-secret`: a new secret, printed once; the old one may go on working for a while.
import type { Command } from './command.ts'
import { rotateSecret } from '../protocol/applications/rotate-secret.ts'
import { formatTime } from '../platform/clock.ts'
import { readArguments, refused, unknownApplication, withDatabase } from './application-command.ts'

const usage = 'application rotate-secret ID [--overlap 24h]'
const unitsMs = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const
const maxOverlapMs = 30 * unitsMs.d

export const applicationRotateSecret: Command = {
  usage,
  about: 'Makes a new secret and prints it once. The old one ends at once, or after the overlap (30m, 24h, 7d).',
  run: async (parameters) => {
    const given = readArguments(parameters, { usage, options: { overlap: { type: 'string' } }, count: 1 })
    if (given === null) return 2
    const id = given.operands[0] as string
    const overlapMs = readDuration(given.values.overlap ?? '0s')
    if (overlapMs === null) {
      console.error(
        `--overlap is "${given.values.overlap}"; allowed is a whole number with s, m, h or d, such as 24h, and at most 30d.`,
      )
      return 2
    }
    return withDatabase('write', async (world) => {
      const rotated = await rotateSecret(world, id, { overlapMs }, world.now)
      if (rotated.outcome === 'unknown') return unknownApplication(id)
      if (rotated.outcome === 'without-secret')
        return refused(`"${id}" has no secret: it proves itself otherwise, or not at all. Nothing was changed.`)
      const end = overlapMs > 0 ? `works until ${formatTime(rotated.previousWorksUntil)}` : 'has ended'
      console.log(`The new client secret of "${id}", shown only now: ${rotated.secret}\nThe old one ${end}.`)
      return 0
    })
  },
}

/** A length of time such as 24h, in milliseconds; null where it is none, or too long. */
export function readDuration(text: string): number | null {
  const parts = /^([0-9]{1,9})([smhd])$/.exec(text)
  if (parts === null) return null
  const duration = Number(parts[1]) * unitsMs[parts[2] as keyof typeof unitsMs]
  return duration <= maxOverlapMs ? duration : null
}
