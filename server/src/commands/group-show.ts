// `countersign group show`: everything about one group, its rule in words and as a file holds it.
import type { Command } from './command.ts'
import { listApplicationsNaming } from '../protocol/applications/known-groups.ts'
import { describeRule } from '../chain/groups/describe-rule.ts'
import { memberSince } from '../chain/groups/freshness.ts'
import { countMembers, findGroup } from '../chain/groups/store.ts'
import type { GroupRecord, MemberCount } from '../chain/groups/store.ts'
import { formatTime } from '../platform/clock.ts'
import { readArguments, withDatabase } from './application-command.ts'
import { formatColumns } from './application-connection.ts'
import { unknownGroup } from './group-change.ts'

const usage = 'group show ID [--json]'

export const groupShow: Command = {
  usage,
  about: 'Prints one group. With --json, "definition" is what a file for "group apply" holds.',
  run: async (parameters) => {
    const given = readArguments(parameters, { usage, options: { json: { type: 'boolean' } }, count: 1 })
    if (given === null) return 2
    const id = given.operands[0] as string
    return withDatabase(
      'read',
      async ({ queries, settings, now }) => {
        const record = await findGroup(queries, id)
        if (record === undefined) return unknownGroup(id)
        const described = {
          ...describeGroup(record, (await countMembers(queries, memberSince(settings.limits, now))).get(id)),
          allowedBy: await listApplicationsNaming(queries, id),
        }
        if (given.values.json === true) {
          console.log(JSON.stringify(described, null, 2))
          return 0
        }
        const { name, description } = record
        const { createdAt, changedAt, allowedBy } = described
        const rows = {
          id,
          name,
          ...(description !== null && { description }),
          members: describeMemberCount(described),
          'lets in to': allowedBy.join(', ') || 'no application',
          added: createdAt,
          changed: changedAt,
        }
        console.log(
          `${formatColumns(rows)}\n\nIts rule:\n\n${describeRule(record.rule, settings.chains)
            .map((line) => `  ${line}`)
            .join('\n')}`,
        )
        return 0
      },
      'group',
    )
  },
}

/** A group as the command line prints it. Only of people whom somebody asked about is it known whether they belong. */
export const describeGroup = (
  { createdAt, changedAt, ...definition }: GroupRecord,
  { members, membersCheckedRecently }: MemberCount = { members: 0, membersCheckedRecently: 0 },
) => ({
  definition,
  members,
  membersCheckedRecently,
  createdAt: formatTime(createdAt),
  changedAt: formatTime(changedAt),
})

/** `814, 4 checked recently` */
export const describeMemberCount = ({ members, membersCheckedRecently }: MemberCount): string =>
  `${members}, ${membersCheckedRecently} checked recently`
