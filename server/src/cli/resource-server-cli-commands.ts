// `countersign resource …`
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import type { Command } from 'commander'
import { deriveResourceServerId } from '../platform/derive-resource-server-id.ts'
import { formatApplicationsFilePlanStep } from '../store/applications/plan-applications-file-changes.ts'
import type { ResourceServerDefinition } from '../store/resources/resource-server-definition.ts'
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
import {
  addResourceServerCliOptions,
  toResourceServerCliOptionError,
  createResourceServerDefinitionFromCliOptions,
} from './resource-server-cli-options.ts'
import type { ResourceServerCliOptions } from './resource-server-cli-options.ts'

type Resource = AdminApiEndpointOutput<'readResource'>

const maxFileBytes = 16_777_216

export function registerCliCommands(program: Command): void {
  const resource = program.command('resource').description('Services that accept access tokens of this server.')
  const needs = (access: 'read' | 'write') => ({ subjects: ['resource'] as const, access })

  setAdminApiCliCommandAction(
    addResourceServerCliOptions(
      resource
        .command('add <address>')
        .description("Adds a service that accepts this server's access tokens, such as an API or MCP server."),
    ),
    { ...needs('write'), nameFault: toResourceServerCliOptionError },
    addResource,
  )
  setAdminApiCliCommandAction(
    resource.command('list').description('Lists resources. --json prints a file for "resource apply".'),
    needs('read'),
    listResources,
  )
  setAdminApiCliCommandAction(
    resource
      .command('show <address>')
      .description('Prints one resource. --json includes a "definition" for "resource apply".'),
    needs('read'),
    showResource,
  )
  setAdminApiCliCommandAction(
    addResourceServerCliOptions(
      resource
        .command('change <address>')
        .description(
          'Updates the given options; a list replaces the whole list. Asks before people get different identifiers, unless --yes is given.',
        ),
    ).option('--yes', 'do not ask'),
    { ...needs('write'), nameFault: toResourceServerCliOptionError },
    changeResource,
  )
  setAdminApiCliCommandAction(
    resource
      .command('remove <address>')
      .description('Deletes a resource that no application uses. Asks first unless --yes is given.')
      .option('--yes', 'do not ask'),
    needs('write'),
    removeResource,
  )
  setAdminApiCliCommandAction(
    resource
      .command('apply <file>')
      .description(
        'Creates and updates resources from a JSON file. Asks before people get different identifiers, unless --yes is given.',
      )
      .option('--dry-run', 'print the steps without taking them')
      .option('--prune', 'also delete resources that operators created and the file lacks')
      .option('--yes', 'do not ask'),
    {
      subjects: ['resource'],
      access: ([, options]) => ((options as ApplyResourcesOptions).dryRun === true ? 'read' : 'write'),
    },
    applyResources,
  )
}

/** What is still to be done before the first token. */
const nextStepTexts = {
  listed:
    'Only applications that list it may use it: "countersign application change ID --resource …", or open it with --open-to.',
  applications: 'Every application that is known here may use it.',
  everyone: 'Every application may use it, also one that nobody registered.',
} as const

async function addResource(
  client: AdminApiClient,
  address: string,
  given: ResourceServerCliOptions,
): Promise<CliCommandOutcome> {
  const checked = createResourceServerDefinitionFromCliOptions({ resource: address }, given)
  if (checked.outcome === 'invalid') return printDefinitionErrors(checked.errors.map(toResourceServerCliOptionError))
  const { definition } = checked
  const made = await client.call('createResource', { body: definition })
  return { json: made, text: `"${definition.resource}" is added. ${nextStepTexts[definition.openTo]}` }
}

async function listResources(client: AdminApiClient): Promise<CliCommandOutcome> {
  const resources = await fetchAllListPages(client, 'listResources')
  const lines = resources.map(({ resource, openTo, scopes }) =>
    sanitizeTerminalOutput(`${resource}  ${openTo}  ${scopes.map(({ scope }) => scope).join(' ')}`),
  )
  const none = 'There is no resource yet. "countersign resource add" adds one.'
  return { json: { resources: resources.map(definitionOf) }, text: lines.length === 0 ? none : lines }
}

/** What operators write of it. */
const definitionOf = ({
  resource,
  name,
  scopes,
  openTo,
  tokenLifetimeSeconds,
  claims,
  algorithm,
  tokenType,
  subjects,
}: Omit<Resource, 'applications' | 'people'>): ResourceServerDefinition => ({
  resource,
  name,
  scopes,
  openTo,
  tokenLifetimeSeconds,
  claims,
  algorithm,
  tokenType,
  subjects,
})

const readResource = (client: AdminApiClient, address: string): Promise<Resource> =>
  client.call('readResource', { params: { id: deriveResourceServerId(address) } })

const accessTexts = {
  listed: 'applications that list it: "countersign application change ID --resource ADDRESS…"',
  applications: 'every application that is known here',
  everyone: 'everyone, also clients known by a metadata document alone',
} as const

async function showResource(client: AdminApiClient, address: string): Promise<CliCommandOutcome> {
  const found = await readResource(client, address)
  const { applications, people, described, scopes, openTo, tokenLifetimeSeconds, claims, subjects } = found
  const rows = {
    address: found.resource,
    name: found.name,
    ...Object.fromEntries(scopes.map(({ scope, description }) => [`scope ${scope}`, description ?? '(no words)'])),
    'open to': accessTexts[openTo],
    'listed by': applications.map((one) => `${one.id} (${one.scopes.join(' ')})`).join(', ') || 'no application',
    'tokens work': tokenLifetimeSeconds === null ? 'as long as others' : `${tokenLifetimeSeconds} seconds`,
    'tokens tell': claims.join(', ') || 'nothing but who it is',
    'signed with': found.algorithm,
    'token type': found.tokenType,
    subjects:
      subjects === 'by-resource'
        ? 'by-resource: one person has one name there, whatever client asks'
        : 'by-application: a person has the name there that the client knows',
    people: `${people} have allowed an application something there`,
  }
  const json = {
    definition: definitionOf(found),
    described,
    applications: applications.map((one) => ({ id: one.id, scopes: one.scopes, name: one.name })),
    people,
  }
  return { json, text: formatNameValueTextColumns(rows) }
}

async function changeResource(
  client: AdminApiClient,
  address: string,
  { yes, ...given }: ResourceServerCliOptions & { yes?: true },
): Promise<CliCommandOutcome> {
  const before = await readResource(client, address)
  const checked = createResourceServerDefinitionFromCliOptions({ ...definitionOf(before) }, given)
  if (checked.outcome === 'invalid') return printDefinitionErrors(checked.errors.map(toResourceServerCliOptionError))
  const { definition } = checked
  const isSwitch = definition.subjects !== before.subjects
  if (isSwitch && !(await confirmSubjectChange(address, before.people, yes))) return 1
  const { changes } = await client.call('changeResource', {
    params: { id: before.id },
    body: { ...definition, changedAt: before.changedAt, ...(isSwitch && { confirmedPeople: before.people }) },
  })
  return { json: { changes }, text: formatDefinitionChanges(address, changes) }
}

/** Asks before people get other identifiers, telling how many they are. */
async function confirmSubjectChange(address: string, people: number, isSure: boolean | undefined): Promise<boolean> {
  if (people === 0) return true
  const warning = `${people === 1 ? 'One person has' : `${people} people have`} allowed an application something at "${sanitizeTerminalOutput(address)}". With other subjects each of them is somebody else there from the next token on: what the service keeps of them, it no longer finds.`
  return confirmAction(warning, 'Do it?', isSure)
}

async function removeResource(
  client: AdminApiClient,
  address: string,
  { yes }: { yes?: true },
): Promise<CliCommandOutcome> {
  const { id, resource, applications } = await readResource(client, address)
  if (applications.length > 0)
    return printCliError(
      sanitizeTerminalOutput(
        `These applications list "${address}": ${applications.map((one) => one.id).join(', ')}. Nothing was changed. Take it from them first, with "countersign application change ID --resource …" (an empty text for none).`,
      ),
    )
  const loss = `Removing "${address}" ends its tokens: nobody gets another, and those that are out work until their time is over. This cannot be taken back.`
  if (!(await confirmAction(loss, 'Remove it?', yes))) return 1
  await client.call('removeResource', { params: { id } })
  return { json: { id, resource }, text: `"${address}" is removed.` }
}

interface ApplyResourcesOptions {
  dryRun?: boolean
  prune?: boolean
  yes?: true
}

async function applyResources(
  client: AdminApiClient,
  path: string,
  { dryRun = false, prune = false, yes }: ApplyResourcesOptions,
): Promise<CliCommandOutcome> {
  const read = loadJsonFile(path, maxFileBytes)
  if ('errors' in read) return printDefinitionErrors(read.errors)
  const body = { file: read.content, prune }
  const planned = await client.call('applyResources', { body: { ...body, dryRun: true } })
  const concerned = planned.steps.flatMap(({ id, people }) => (people === null ? [] : [{ id, people }]))
  if (!dryRun) for (const { id, people } of concerned) if (!(await confirmSubjectChange(id, people, yes))) return 1
  const confirmedPeople = Object.fromEntries(concerned.map(({ id, people }) => [id, people]))
  const { steps } = dryRun
    ? planned
    : await client.call('applyResources', { body: { ...body, dryRun: false, confirmedPeople } })
  const lines = steps.map((step) => {
    const { people } = step
    return `${formatApplicationsFilePlanStep(step)}${people === null ? '' : ` (${people} people get another name there)`}`
  })
  return { json: { dryRun, steps }, text: formatAppliedFileChanges(lines, { dryRun }) }
}
