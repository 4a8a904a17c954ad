// `countersign application add`: registers an application, and prints what to paste into it.
import type { Command } from './command.ts'
import { addApplication } from '../protocol/applications/add.ts'
import { unknownGroupFaults } from '../protocol/applications/known-groups.ts'
import { unknownScopeFaults } from '../protocol/resources/named.ts'
import { createIdentifier } from '../platform/identifier.ts'
import { completeFromOptions, definitionOptions, inOptions, optionsHelp } from './application-options.ts'
import { connectionOf } from '../protocol/openid/connection.ts'
import { formatColumns } from './application-connection.ts'
import { readArguments, refused, refusedFor, withDatabase } from './application-command.ts'
import { bringLogo } from './application-logo.ts'
import { askSector } from '../protocol/applications/ask-sector.ts'

const usage = 'application add NAME --kind KIND [--redirect URI …] [--id ID] …'
const options = { ...definitionOptions, id: { type: 'string' }, json: { type: 'boolean' } } as const

export const applicationAdd: Command = {
  usage,
  about: 'Adds an application (web, single-page, native, device, machine) and prints what to paste into it.',
  details: optionsHelp,
  run: async (parameters) => {
    const given = readArguments(parameters, { usage: `${usage}\n\n${optionsHelp}`, options, count: 1 })
    if (given === null) return 2
    const { values } = given
    const name = given.operands[0] as string
    return withDatabase('write', async (world) => {
      const id = values.id ?? (nameId(name) || createIdentifier(world.random))
      const completed = completeFromOptions({ id, name }, values)
      if (completed.outcome === 'faulty') return refusedFor(completed.faults)
      const { definition } = completed
      const { logo, faults: logoFaults } = await bringLogo(world, values.logo, '.')
      const faults = [
        ...(await askSector(world, null, definition)),
        ...(await unknownGroupFaults(world.queries, definition)),
        ...(await unknownScopeFaults(world.queries, definition)),
        ...logoFaults,
      ]
      if (faults.length > 0) return refusedFor(inOptions(faults))
      const added = await addApplication(world, { definition, origin: 'operator', logo }, world.now)
      if (added.outcome === 'taken')
        return refused(
          `There is already an application "${id}". Nothing was changed. Choose another client id with --id.`,
        )
      const connection = connectionOf(world.settings.origin, definition, added.secret)
      if (values.json === true)
        console.log(JSON.stringify({ definition, secret: added.secret, issuer: world.settings.origin }, null, 2))
      else
        console.log(
          `"${name}" is added. Its settings:\n\n${formatColumns(connection)}${added.secret === null ? '' : '\n\nThe client secret is shown only now.'}`,
        )
      return 0
    })
  },
}

/** A client id that tells whose it is: "My Grafana" → "my-grafana". Empty where the name has no such letters. */
export function nameId(name: string): string {
  const id = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 64)
    .replace(/^-+|-+$/g, '')
  return id.length < 2 ? '' : id
}
