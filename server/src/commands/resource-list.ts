// `countersign resource list`: every resource, in the order of their addresses.
import type { Command } from './command.ts'
import { listResources } from '../protocol/resources/store.ts'
import { readArguments, withDatabase } from './application-command.ts'

const usage = 'resource list [--json]'

export const resourceList: Command = {
  usage,
  about: 'Prints every resource. With --json, what a file for "resource apply" holds.',
  run: async (parameters) => {
    const given = readArguments(parameters, { usage, options: { json: { type: 'boolean' } }, count: 0 })
    if (given === null) return 2
    return withDatabase(
      'read',
      async ({ queries }) => {
        const resources = (await listResources(queries)).map(({ definition }) => definition)
        if (given.values.json === true) console.log(JSON.stringify({ resources }, null, 2))
        else if (resources.length === 0) console.log('There is no resource yet. "countersign resource add" adds one.')
        else
          for (const { resource, openTo, scopes } of resources)
            console.log(`${resource}  ${openTo}  ${scopes.map(({ scope }) => scope).join(' ')}`)
        return 0
      },
      'resource',
    )
  },
}
