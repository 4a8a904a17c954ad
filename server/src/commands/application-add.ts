// `countersign application add`: registers an application, and prints what to paste into it.
import type { Command } from './command.ts'
import { addApplication } from '../protocol/applications/add.ts'
import { aliasDomainFaults } from '../protocol/applications/alias-domain.ts'
import { unknownGroupFaults } from '../protocol/applications/known-groups.ts'
import { takenHostFaults } from '../protocol/applications/site-hosts.ts'
import { unknownScopeFaults } from '../protocol/resources/named.ts'
import { createIdentifier } from '../platform/identifier.ts'
import { completeFromOptions, definitionOptions, inOptions, optionsHelp } from './application-options.ts'
import { connectionOf } from '../protocol/openid/connection.ts'
import { formatColumns } from './application-connection.ts'
import { readArguments, refused, refusedFor, withDatabase } from './application-command.ts'
import {
  beginWithProgram,
  describeProgram,
  missing,
  namesFor,
  programHelp,
  programOptions,
} from './application-program.ts'
import { bringLogo } from './application-logo.ts'
import { askSector } from '../protocol/applications/ask-sector.ts'

const usage =
  'application add [NAME] --kind KIND [--redirect URI …] | --program PROGRAM [--address ADDRESS] [--id ID] …'
const options = { ...definitionOptions, ...programOptions, id: { type: 'string' }, json: { type: 'boolean' } } as const
const details = `${programHelp}\n${optionsHelp}`

export const applicationAdd: Command = {
  usage,
  about: 'Adds an application (web, single-page, native, device, machine, site) and prints what to paste into it.',
  details,
  run: async (parameters) => {
    const given = readArguments(parameters, { usage: `${usage}\n\n${details}`, options, count: 0, optional: 1 })
    if (given === null) return 2
    const { program: programId, address, ...values } = given.values
    const begun = beginWithProgram({ program: programId, address, kind: values.kind })
    if (begun.outcome === 'faulty') return refused(`Nothing was changed:\n  - ${begun.message}`)
    const names = namesFor(begun, given.operands[0])
    if (names === null) return missing(`${usage}\n\n${details}`)
    const { name } = names
    return withDatabase('write', async (world) => {
      const before = begun.outcome === 'begun' ? begun.definition : {}
      const id = values.id ?? (names.id || createIdentifier(world.random))
      const completed = completeFromOptions({ ...before, id, name }, values)
      if (completed.outcome === 'faulty') return refusedFor(completed.faults)
      const { definition } = completed
      const { logo, faults: logoFaults } = await bringLogo(world, values.logo, '.')
      const faults = [
        ...(await askSector(world, null, definition)),
        ...aliasDomainFaults(world.settings, null, definition),
        ...(await unknownGroupFaults(world.queries, definition)),
        ...(await takenHostFaults(world.queries, definition)),
        ...(await unknownScopeFaults(world.queries, definition)),
        ...logoFaults,
      ]
      if (faults.length > 0) return refusedFor(inOptions(faults))
      const added = await addApplication(world, { definition, origin: 'operator', logo }, world.now)
      if (added.outcome === 'taken')
        return refused(
          `There is already an application "${id}". Nothing was changed. Choose another client id with --id.`,
        )
      const connection = connectionOf(world.settings, definition, added.secret)
      if (values.json === true)
        console.log(JSON.stringify({ definition, secret: added.secret, issuer: world.settings.origin }, null, 2))
      else
        console.log(
          [
            ...(begun.outcome === 'begun'
              ? [
                  `"${name}" is added.`,
                  describeProgram(begun, { origin: world.settings.origin, definition, secret: added.secret }),
                ]
              : [`"${name}" is added. Its settings:`]),
            formatColumns(connection),
            ...(added.secret === null ? [] : ['The client secret is shown only now.']),
          ].join('\n\n'),
        )
      return 0
    })
  },
}
