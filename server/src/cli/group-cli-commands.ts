import type { Command } from 'commander'
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { validateGroupDefinition } from '../groups/membership/validate-group-definition.ts'
import { formatGroupRuleAsTextLines, summarizeGroupRule } from '../groups/membership/format-group-rule-as-text.ts'
import { parseGroupRule } from '../groups/membership/parse-group-rule.ts'
import type { GroupDefinitionError } from '../store/groups/group-rule-types.ts'
import { formatApplicationsFilePlanStep } from '../store/applications/plan-applications-file-changes.ts'
import {
  confirmAction,
  formatDefinitionChanges,
  formatNameValueTextColumns,
  formatAppliedFileChanges,
  sanitizeTerminalOutput,
  loadJsonFile,
  printCliError,
  printDefinitionErrors,
  setAdminApiCliCommandAction,
} from './cli-command-actions.ts'
import type { CliCommandOutcome } from './cli-command-actions.ts'
import { fetchAllListPages } from './cli-admin-api-client.ts'
import type { AdminApiClient } from './cli-admin-api-client.ts'
import { addGroupRuleCliOptions, parseGroupRuleCliOptions } from './group-rule-cli-options.ts'
import type { GroupRuleCliOptions } from './group-rule-cli-options.ts'
import { runGroupCheckCommand, runGroupRuleTestCommand } from './group-membership-check-cli-commands.ts'

type Group = AdminApiEndpointOutput<'readGroup'>

type Chains = AdminApiEndpointOutput<'listConfiguredChains'>['items']

const maxFileBytes = 16_777_216

export function registerCliCommands(program: Command): void {
  const group = program.command('group').description('Manages groups of people who match a rule.')

  setAdminApiCliCommandAction(
    addGroupRuleCliOptions(
      group.command('add <id>').description('Adds a group whose members match a rule about wallets, tokens or names.'),
    )
      .option('--name <name>', 'display name; the ID by default')
      .option('--description <text>', 'purpose, shown to operators'),
    { subjects: ['group'], access: 'write' },
    addGroup,
  )
  setAdminApiCliCommandAction(
    group.command('list').description('Lists groups with member counts and short rules.'),
    { subjects: ['group'], access: 'read' },
    listGroups,
  )
  setAdminApiCliCommandAction(
    group.command('show <id>').description('Prints one group. --json includes a "definition" for "group apply".'),
    { subjects: ['group'], access: 'read' },
    showGroup,
  )
  setAdminApiCliCommandAction(
    addGroupRuleCliOptions(
      group
        .command('change <id>')
        .description('Updates the given options. If conditions are given, they replace the whole rule.'),
    )
      .option('--name <name>', 'display name')
      .option('--description <text>', 'purpose, shown to operators; an empty value clears it'),
    { subjects: ['group'], access: 'write' },
    changeGroup,
  )
  setAdminApiCliCommandAction(
    group
      .command('remove <id>')
      .description('Deletes a group that no application requires. Asks first unless --yes is given.')
      .option('--yes', 'do not ask'),
    { subjects: ['group'], access: 'write' },
    removeGroup,
  )
  setAdminApiCliCommandAction(
    group
      .command('apply <file>')
      .description('Creates and updates groups from a JSON file.')
      .option('--dry-run', 'print the steps without taking them')
      .option('--prune', 'also delete groups that are not in the file'),
    {
      subjects: ['group'],
      access: ([, options]) => ((options as ApplyGroupsOptions).dryRun === true ? 'read' : 'write'),
    },
    applyGroups,
  )
  setAdminApiCliCommandAction(
    group
      .command('check <id> <person>')
      .description(
        "Explains, condition by condition, whether a person is in a group. Specify the person's ID or one of their wallet addresses. Exits with 0 if the person is in the group, 1 if not, and 3 if a chain cannot be read.",
      ),
    { subjects: ['group', 'person'], access: 'read' },
    runGroupCheckCommand,
  )
  setAdminApiCliCommandAction(
    addGroupRuleCliOptions(
      group
        .command('test <address>')
        .description(
          'Tests a rule against an address, condition by condition, before you save it. Exits with 0 if the rule is met, 1 if not, and 3 if a chain cannot be read.',
        ),
    ),
    { subjects: ['rule'], access: 'none' },
    runGroupRuleTestCommand,
  )
}

interface GroupTextOptions {
  name?: string
  description?: string
}

const orNull = (text: string): string | null => (text === '' ? null : text)

async function addGroup(
  client: AdminApiClient,
  id: string,
  { name = id, description = '', ...given }: GroupTextOptions & GroupRuleCliOptions,
): Promise<CliCommandOutcome> {
  const read = parseGroupRuleCliOptions(given)
  if (read !== null && 'errors' in read) return printDefinitionErrors(read.errors)
  const body = { id, name, description: orNull(description), rule: read?.rule as Group['rule'] }
  const errors = checkTexts(body)
  if (errors.length > 0) return printDefinitionErrors(errors)
  const made = await client.call('createGroup', { body })
  return { json: made, text: `Added "${id}". Try it with "countersign group check ${id} ADDRESS".` }
}

/** Finds errors that the server would report only as a schema violation. */
function checkTexts(body: object & { rule: unknown }): GroupDefinitionError[] {
  const checked = validateGroupDefinition({
    ...body,
    rule: body.rule === undefined ? undefined : { type: 'name', under: 'any.eth' },
  })
  const errors = checked.outcome === 'invalid' ? checked.errors : []
  return errors.some(({ path }) => path !== 'id') ? errors : []
}

const definitionOf = ({
  id,
  name,
  description,
  rule = {},
}: Omit<Group, 'rule' | 'applications'> & { rule?: Group['rule'] }) => ({
  id,
  name,
  description,
  rule,
})

const readChains = async (client: AdminApiClient): Promise<Chains> =>
  (await client.call('listConfiguredChains').catch(() => ({ items: [] }))).items

async function listGroups(client: AdminApiClient): Promise<CliCommandOutcome> {
  const groups = (await fetchAllListPages(client, 'listGroups', { include: 'definition' })).toSorted((one, other) =>
    one.id < other.id ? -1 : 1,
  )
  return {
    json: { groups: groups.map((group) => ({ ...group, definition: definitionOf(group) })) },
    text: async () => {
      const chains = groups.length === 0 ? [] : await readChains(client)
      const describeRule = (group: (typeof groups)[number]): string => {
        const read = parseGroupRule(group.rule)
        return read.outcome === 'parsed' ? summarizeGroupRule(read.rule, chains) : JSON.stringify(group.rule)
      }
      return {
        columns: [
          { title: 'ID' },
          { title: 'MEMBERS', align: 'right' },
          { title: 'CHECKED', align: 'right' },
          { title: 'NAME', canShrink: true },
          { title: 'RULE', canShrink: true },
        ],
        rows: groups.map((group) => [
          group.id,
          String(group.members),
          String(group.membersCheckedRecently),
          group.name,
          describeRule(group),
        ]),
        empty: 'There are no groups yet. "countersign group add" adds one.',
      }
    },
  }
}

const describeCount = ({
  members,
  membersCheckedRecently,
}: Pick<Group, 'members' | 'membersCheckedRecently'>): string =>
  `${members}, ${membersCheckedRecently} checked recently`

async function showGroup(client: AdminApiClient, id: string): Promise<CliCommandOutcome> {
  const group = await client.call('readGroup', { params: { group: id } })
  const allowedBy = group.applications.map((one) => one.id)
  const { name, description, createdAt, changedAt } = group
  const rows = {
    id,
    name,
    ...(description !== null && { description }),
    members: describeCount(group),
    'required by': allowedBy.join(', ') || 'no application',
    added: createdAt,
    changed: changedAt,
  }
  // A newer server may use rules unknown to this client.
  const read = parseGroupRule(group.rule)
  const describeLines = async (): Promise<string[]> =>
    read.outcome === 'parsed'
      ? formatGroupRuleAsTextLines(read.rule, await readChains(client))
      : [JSON.stringify(group.rule)]
  return {
    json: { ...group, definition: definitionOf(group), allowedBy },
    text: async () =>
      `${formatNameValueTextColumns(rows)}\n\nIts rule:\n\n${(await describeLines()).map((line) => `  ${sanitizeTerminalOutput(line)}`).join('\n')}`,
  }
}

async function changeGroup(
  client: AdminApiClient,
  id: string,
  { name, description, ...given }: GroupTextOptions & GroupRuleCliOptions,
): Promise<CliCommandOutcome> {
  const read = parseGroupRuleCliOptions(given)
  if (read !== null && 'errors' in read) return printDefinitionErrors(read.errors)
  const before = await client.call('readGroup', { params: { group: id } })
  const body = {
    ...definitionOf(before),
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description: orNull(description) }),
    ...(read !== null && { rule: read.rule as Group['rule'] }),
  }
  const errors = checkTexts(body)
  if (errors.length > 0) return printDefinitionErrors(errors)
  const { changes } = await client.call('changeGroup', {
    params: { group: id },
    body: { ...body, changedAt: before.changedAt },
  })
  return { json: { changes }, text: formatDefinitionChanges(id, changes) }
}

async function removeGroup(client: AdminApiClient, id: string, { yes }: { yes?: true }): Promise<CliCommandOutcome> {
  const { name, applications } = await client.call('readGroup', { params: { group: id } })
  if (applications.length > 0)
    return printCliError(
      `"${id}" is required by these applications: ${applications.map((one) => one.id).join(', ')}. Nothing was changed. ` +
        'Remove it from them first, with "countersign application change ID --allowed-group …" (an empty value allows everyone).',
    )
  const where = client.settings === null ? ` from ${client.origin}` : ''
  const loss = `Removing "${id}" (${sanitizeTerminalOutput(name)})${where} ends the membership of all its members. Applications no longer receive the group. This cannot be undone.`
  if (!(await confirmAction(loss, 'Remove it?', yes))) return 1
  await client.call('removeGroup', { params: { group: id } })
  return { json: { id }, text: `Removed "${id}".` }
}

interface ApplyGroupsOptions {
  dryRun?: boolean
  prune?: boolean
}

async function applyGroups(
  client: AdminApiClient,
  path: string,
  { dryRun = false, prune = false }: ApplyGroupsOptions,
): Promise<CliCommandOutcome> {
  const read = loadJsonFile(path, maxFileBytes)
  if ('errors' in read) return printDefinitionErrors(read.errors)
  const { steps } = await client.call('applyGroups', { body: { file: read.content, dryRun, prune } })
  return {
    json: { dryRun, steps },
    text: formatAppliedFileChanges(steps.map(formatApplicationsFilePlanStep), { dryRun }),
  }
}
