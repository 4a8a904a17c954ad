// `countersign group list`: every group, in the order of their ids.
import type { Command } from './command.ts'
import { summariseRule } from '../chain/groups/describe-rule.ts'
import { memberSince } from '../chain/groups/freshness.ts'
import { countMembers, listGroups } from '../chain/groups/store.ts'
import { readArguments, withDatabase } from './application-command.ts'
import { describeGroup, describeMemberCount } from './group-show.ts'

const usage = 'group list [--json]'

export const groupList: Command = {
  usage,
  about:
    'Prints every group, with how many members it has and how many of them were checked recently, and its rule in short.',
  run: async (parameters) => {
    const given = readArguments(parameters, { usage, options: { json: { type: 'boolean' } }, count: 0 })
    if (given === null) return 2
    return withDatabase(
      'read',
      async ({ queries, settings, now }) => {
        const groups = await listGroups(queries)
        const counts = await countMembers(queries, memberSince(settings.limits, now))
        if (given.values.json === true) {
          console.log(
            JSON.stringify({ groups: groups.map((group) => describeGroup(group, counts.get(group.id))) }, null, 2),
          )
          return 0
        }
        if (groups.length === 0) console.log('There is no group yet. "countersign group add" makes one.')
        const rows = groups.map((group) => ({
          id: group.id,
          name: group.name,
          count: describeMemberCount(describeGroup(group, counts.get(group.id))),
          rule: summariseRule(group.rule, settings.chains),
        }))
        const width = (texts: string[]): number => Math.max(...texts.map((text) => text.length))
        const [idWidth, countWidth] = [width(rows.map(({ id }) => id)), width(rows.map(({ count }) => count))]
        for (const { id, name, count, rule } of rows)
          console.log(`${id.padEnd(idWidth)}  members ${count.padEnd(countWidth)}  ${name}: ${rule}`)
        return 0
      },
      'group',
    )
  },
}
