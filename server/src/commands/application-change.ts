// `countersign application change`: changes what is given as options, and leaves the rest as it is.
import type { Command } from './command.ts'
import { changeApplication } from '../protocol/applications/change.ts'
import { aliasDomainFaults } from '../protocol/applications/alias-domain.ts'
import { unknownGroupFaults } from '../protocol/applications/known-groups.ts'
import { takenHostFaults } from '../protocol/applications/site-hosts.ts'
import { unknownScopeFaults } from '../protocol/resources/named.ts'
import { findApplication } from '../protocol/applications/store.ts'
import { completeFromOptions, definitionOptions, inOptions, optionsHelp } from './application-options.ts'
import { readArguments, refused, refusedFor, unknownApplication, withDatabase } from './application-command.ts'
import { bringLogo } from './application-logo.ts'
import { isAgreed, sayWhomNamesConcern } from './application-user-names.ts'
import { askSector } from '../protocol/applications/ask-sector.ts'

const usage = 'application change ID [--name NAME] [--redirect URI …] … [--new-subjects] [--yes]'
const options = {
  ...definitionOptions,
  name: { type: 'string' },
  'new-subjects': { type: 'boolean' },
  yes: { type: 'boolean' },
} as const

export const applicationChange: Command = {
  usage,
  about: 'Changes what the options say; a list replaces the whole list, an empty text takes a value back.',
  details: optionsHelp,
  run: async (parameters) => {
    const given = readArguments(parameters, { usage: `${usage}\n\n${optionsHelp}`, options, count: 1 })
    if (given === null) return 2
    const { yes, 'new-subjects': isStrangersMeant = false, ...described } = given.values
    const id = given.operands[0] as string
    return withDatabase('write', async (world) => {
      const record = await findApplication(world.queries, id)
      if (record === undefined) return unknownApplication(id)
      const name = described.name ?? record.name
      const completed = completeFromOptions({ ...record.definition, name }, described)
      if (completed.outcome === 'faulty') return refusedFor(completed.faults)
      const { definition } = completed
      const { logo, faults: logoFaults } = await bringLogo(world, described.logo, '.')
      const faults = [
        ...(await askSector(world, record, definition)),
        ...aliasDomainFaults(world.settings, record.definition, definition),
        ...(await unknownGroupFaults(world.queries, definition)),
        ...(await takenHostFaults(world.queries, definition)),
        ...(await unknownScopeFaults(world.queries, definition)),
        ...logoFaults,
      ]
      if (faults.length > 0) return refusedFor(inOptions(faults))
      const concern = await sayWhomNamesConcern(world.queries, record.definition, definition)
      if (!(await isAgreed(concern, yes))) return 1
      const changed = await changeApplication(
        world,
        {
          definition,
          logo,
          unchangedSince: record.changedAt,
          isStrangersMeant,
        },
        world.now,
      )
      if (changed.outcome === 'unknown') return unknownApplication(id)
      if (changed.outcome === 'faulty') return refusedFor(inOptions(changed.faults))
      if (changed.outcome === 'changed-meanwhile')
        return refused(
          `Somebody else changed "${id}" at the same moment. Nothing was changed. Look at it, and try again.`,
        )
      if (changed.outcome === 'unchanged') {
        console.log('There is nothing to change.')
        return 0
      }
      console.log(`"${id}" is changed:\n${changed.changes.map((change) => `  ${change}`).join('\n')}`)
      if (changed.secret !== null) console.log(`\nIts client secret, shown only now: ${changed.secret}`)
      return 0
    })
  },
}
