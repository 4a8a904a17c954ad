// `countersign resource add`: a service that accepts access tokens of this server (RFC 8707), such as an API or an MCP server.
import type { Command } from './command.ts'
import { addResource } from '../protocol/resources/operate.ts'
import { readArguments, refused, refusedFor, withDatabase } from './application-command.ts'
import { namesClientFault } from './resource-words.ts'
import { completeResource, resourceOptions, resourceOptionsHelp } from './resource-options.ts'

const usage = 'resource add ADDRESS --scope "SCOPE WORDS" … [--open-to WHOM] …'

export const resourceAdd: Command = {
  usage,
  about: 'Adds a service that accepts access tokens of this server: an API, an MCP server.',
  details: resourceOptionsHelp,
  run: async (parameters) => {
    const given = readArguments(parameters, {
      usage: `${usage}\n\n${resourceOptionsHelp}`,
      options: resourceOptions,
      count: 1,
    })
    if (given === null) return 2
    const checked = completeResource({ resource: given.operands[0] }, given.values)
    if (checked.outcome === 'faulty') return refusedFor(checked.faults)
    const { definition } = checked
    return withDatabase(
      'write',
      async (world) => {
        const added = await addResource(world, definition, world.now)
        if (added === 'taken')
          return refused(
            `There is already a resource "${definition.resource}". Nothing was changed. "countersign resource change" changes it.`,
          )
        if (added === 'names-client') return refused(namesClientFault(definition.resource))
        if (added === 'too-many') return refused('There are as many resources as there can be. Nothing was changed.')
        console.log(`"${definition.resource}" is added. ${nextStep[definition.openTo]}`)
        return 0
      },
      'resource',
    )
  },
}

/** What is still to be done before the first token. */
export const nextStep = {
  listed:
    'Only applications that list it may use it: "countersign application change ID --resource …", or open it with --open-to.',
  applications: 'Every application that is known here may use it.',
  everyone: 'Every application may use it, also one that nobody registered.',
} as const
