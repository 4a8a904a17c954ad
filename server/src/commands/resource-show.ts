// `countersign resource show`: everything about one resource, and whom it concerns.
import type { Command } from './command.ts'
import { countPeopleAllowing } from '../protocol/grants/count-people.ts'
import { listApplicationsListing } from '../protocol/resources/listing.ts'
import { findResource } from '../protocol/resources/store.ts'
import { readArguments, refused, withDatabase } from './application-command.ts'
import { formatColumns } from './application-connection.ts'
import { resourceColumns, unknownResource } from './resource-words.ts'

const usage = 'resource show ADDRESS [--json]'

export const resourceShow: Command = {
  usage,
  about: 'Prints one resource. With --json, "definition" is what a file for "resource apply" holds.',
  run: async (parameters) => {
    const given = readArguments(parameters, { usage, options: { json: { type: 'boolean' } }, count: 1 })
    if (given === null) return 2
    const address = given.operands[0] as string
    return withDatabase(
      'read',
      async ({ queries }) => {
        const record = await findResource(queries, address)
        if (record === undefined) return refused(unknownResource(address))
        const { definition } = record
        const use = {
          applications: await listApplicationsListing(queries, address),
          people: await countPeopleAllowing(queries, address),
        }
        console.log(
          given.values.json === true
            ? JSON.stringify({ definition, described: record.origin === 'operator', ...use }, null, 2)
            : formatColumns(resourceColumns(definition, use)),
        )
        return 0
      },
      'resource',
    )
  },
}
