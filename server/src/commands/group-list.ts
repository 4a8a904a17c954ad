// `countersign group list`: every group, in the order of their ids.
import type { Command } from './command.ts'
import { summariseRule } from '../chain/groups/describe-rule.ts'
import { countMembers, listGroups } from '../chain/groups/store.ts'
import { readArguments, withDatabase } from './application-command.ts'
import { describeGroup } from './group-show.ts'

const usage = 'group list [--json]'

export const groupList: Command = {
  usage,
  about: 'Prints every group, with how many people are known to belong to it, and its rule in short.',
  run: async (parameters) => {
    const given = readArguments(parameters, { usage, options: { json: { type: 'boolean' } }, count: 0 })
    if (given === null) return 2
    return withDatabase(
      'read',
      async ({ queries, settings }) => {
        const [groups, members] = [await listGroups(queries), await countMembers(queries)]
        if (given.values.json === true) {
          console.log(
            JSON.stringify(
              { groups: groups.map((group) => describeGroup(group, members.get(group.id) ?? 0)) },
              null,
              2,
            ),
          )
          return 0
        }
        if (groups.length === 0) console.log('There is no group yet. "countersign group add" makes one.')
        const rows = groups.map(({ id, name, rule }) => ({
          id,
          name,
          count: String(members.get(id) ?? 0),
          rule: summariseRule(rule, settings.chains),
        }))
        const width = (texts: string[]): number => Math.max(...texts.map((text) => text.length))
        const [ids, counts] = [width(rows.map(({ id }) => id)), width(rows.map(({ count }) => count))]
        for (const { id, name, count, rule } of rows)
          console.log(`${id.padEnd(ids)}  ${count.padStart(counts)} known  ${name}: ${rule}`)
        return 0
      },
      'group',
    )
  },
}
