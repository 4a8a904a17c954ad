// `countersign application list`: every application, in the order of their names.
import type { Command } from './command.ts'
import { listAllApplications } from '../protocol/applications/store.ts'
import { readArguments, withDatabase } from './application-command.ts'
import { describeRecord } from './application-show.ts'

const usage = 'application list [--json]'

export const applicationList: Command = {
  usage,
  about: 'Prints every application.',
  run: async (parameters) => {
    const given = readArguments(parameters, { usage, options: { json: { type: 'boolean' } }, count: 0 })
    if (given === null) return 2
    return withDatabase('read', async ({ queries, now }) => {
      const records = await listAllApplications(queries)
      if (given.values.json === true) {
        console.log(JSON.stringify({ applications: records.map((record) => describeRecord(record, now)) }, null, 2))
        return 0
      }
      if (records.length === 0) console.log('There is no application yet. "countersign application add" makes one.')
      const width = (texts: string[]): number => Math.max(...texts.map((text) => text.length))
      const [ids, kinds] = [width(records.map(({ id }) => id)), width(records.map(({ kind }) => kind))]
      for (const { id, kind, name, enabled } of records)
        console.log(`${id.padEnd(ids)}  ${kind.padEnd(kinds)}  ${enabled ? '' : '(disabled) '}${name}`)
      return 0
    })
  },
}
