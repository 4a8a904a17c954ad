// `countersign application show`: everything about one application but its secret, which nobody has any more.
import type { Command } from './command.ts'
import { describeTerms } from '../protocol/applications/document-terms.ts'
import { findApplication } from '../protocol/applications/store.ts'
import type { ApplicationRecord } from '../protocol/applications/store.ts'
import { formatTime } from '../platform/clock.ts'
import { connectionOf } from '../protocol/openid/connection.ts'
import { formatColumns } from './application-connection.ts'
import { readArguments, unknownApplication, withDatabase } from './application-command.ts'

const usage = 'application show ID [--json]'

export const applicationShow: Command = {
  usage,
  about: 'Prints one application. With --json, "definition" is what a file for "application apply" holds.',
  run: async (parameters) => {
    const given = readArguments(parameters, { usage, options: { json: { type: 'boolean' } }, count: 1 })
    if (given === null) return 2
    const id = given.operands[0] as string
    return withDatabase('read', async ({ settings, queries, now }) => {
      const record = await findApplication(queries, id)
      if (record === undefined) return unknownApplication(id)
      const described = describeRecord(record, now)
      if (given.values.json === true) {
        console.log(JSON.stringify(described, null, 2))
        return 0
      }
      const { definition, ...state } = described
      const inWords = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
      const rows = Object.fromEntries(
        Object.entries({ ...definition, ...state }).map(([name, value]) => [name, inWords(value)]),
      )
      console.log(
        `${formatColumns(rows)}\n\nIts settings:\n\n${formatColumns(connectionOf(settings, definition, null))}`,
      )
      return 0
    })
  },
}

/** An application as the command line prints it. */
export const describeRecord = (record: ApplicationRecord, now: number) => {
  const { definition, enabled, origin, sector, secretHash, previousSecretExpiresAt, createdAt, changedAt, logo } =
    record
  const { claimedName, registrationTokenId } = record
  const overlaps = previousSecretExpiresAt !== null && previousSecretExpiresAt > now
  return {
    definition,
    enabled,
    origin,
    ...(claimedName !== null && { claimedName }),
    ...(registrationTokenId !== null && { registrationToken: registrationTokenId }),
    ...describeTerms(record),
    sector,
    logo,
    secret: secretHash === null ? null : 'kept as a hash',
    previousSecretWorksUntil: overlaps ? formatTime(previousSecretExpiresAt) : null,
    createdAt: formatTime(createdAt),
    changedAt: formatTime(changedAt),
  }
}
