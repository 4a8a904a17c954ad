import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import type { Command } from 'commander'
import { deriveResourceServerId } from '../platform/derive-resource-server-id.ts'
import { formatApplicationsFilePlanStep } from '../store/applications/plan-applications-file-changes.ts'
import { changesResourceSubjects } from '../store/resources/resource-server-definition.ts'
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
import type { CliList } from './format-cli-list.ts'
import { fetchAllListPages } from './cli-admin-api-client.ts'
import { createEnvironmentFileOption, writeEnvironmentFile } from './environment-file-cli-option.ts'
import type { EnvironmentFileOption } from './environment-file-cli-option.ts'
import { listResourceEnvironmentVariables } from '../oidc/presets/application-environment-variables.ts'
import { formatEnvironmentFile } from './format-environment-file.ts'
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
  const resource = program
    .command('resource')
    .description('Manages the services that accept access tokens issued by this server.')
  const needs = (access: 'read' | 'write') => ({ subjects: ['resource'] as const, access })

  setAdminApiCliCommandAction(
    addResourceServerCliOptions(
      resource
        .command('add <address>')
        .description("Adds a service that accepts this server's access tokens, such as an API or MCP server."),
    ).addOption(createEnvironmentFileOption()),
    { ...needs('write'), nameFault: toResourceServerCliOptionError },
    (client: AdminApiClient, address: string, given: AddedResourceOptions) =>
      writeEnvironmentFile(given.env, () => addResource(client, address, given)),
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
      .option('--prune', 'also delete resources that were created by operators and are not in the file')
      .option('--yes', 'do not ask'),
    {
      subjects: ['resource'],
      access: ([, options]) => ((options as ApplyResourcesOptions).dryRun === true ? 'read' : 'write'),
    },
    applyResources,
  )
}

const nextStepTexts = {
  listed:
    'Only applications that list this resource can use it: run "countersign application change ID --resource …", or open the resource with --open-to.',
  applications: 'Every application registered here can use it.',
  everyone: 'Every application can use it, even if it is not registered.',
} as const

type AddedResourceOptions = ResourceServerCliOptions & { env?: EnvironmentFileOption }

async function addResource(
  client: AdminApiClient,
  address: string,
  { env, ...given }: AddedResourceOptions,
): Promise<CliCommandOutcome> {
  const checked = createResourceServerDefinitionFromCliOptions({ resource: address }, given)
  if (checked.outcome === 'invalid') return printDefinitionErrors(checked.errors.map(toResourceServerCliOptionError))
  const { definition } = checked
  const made = await client.call('createResource', { body: definition })
  const added = `Added "${definition.resource}". ${nextStepTexts[definition.openTo]}`
  if (env === undefined) return { json: made, text: added }
  const variables = listResourceEnvironmentVariables(client.origin, definition.resource)
  return { json: made, text: formatEnvironmentFile(variables), notes: [added] }
}

async function listResources(client: AdminApiClient): Promise<CliCommandOutcome> {
  const resources = await fetchAllListPages(client, 'listResources')
  const list: CliList = {
    columns: [
      { title: 'ADDRESS' },
      { title: 'OPEN TO' },
      { title: 'NAME', canShrink: true },
      { title: 'SCOPES', canShrink: true },
    ],
    rows: resources.map(({ resource, openTo, name, scopes }) => [
      resource,
      openTo,
      name,
      scopes.map(({ scope }) => scope).join(' '),
    ]),
    empty: 'There are no resources yet. "countersign resource add" adds one.',
  }
  return { json: { resources: resources.map(definitionOf) }, text: list }
}

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
  product,
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
  product,
})

const readResource = (client: AdminApiClient, address: string): Promise<Resource> =>
  client.call('readResource', { params: { id: deriveResourceServerId(address) } })

const accessTexts = {
  listed: 'applications that list it: "countersign application change ID --resource ADDRESS…"',
  applications: 'every application registered here',
  everyone: 'everyone, including clients known only by a metadata document',
} as const

async function showResource(client: AdminApiClient, address: string): Promise<CliCommandOutcome> {
  const found = await readResource(client, address)
  const { applications, people, described, scopes, openTo, tokenLifetimeSeconds, claims, subjects } = found
  const rows = {
    address: found.resource,
    name: found.name,
    ...Object.fromEntries(
      scopes.map(({ scope, description }) => [`scope ${scope}`, description ?? '(no description)']),
    ),
    'open to': accessTexts[openTo],
    'listed by': applications.map((one) => `${one.id} (${one.scopes.join(' ')})`).join(', ') || 'no application',
    'token lifetime': tokenLifetimeSeconds === null ? 'default' : `${tokenLifetimeSeconds} seconds`,
    'token claims': claims.join(', ') || 'only the subject',
    'signed with': found.algorithm,
    'token type': found.tokenType,
    subjects:
      subjects === 'by-resource'
        ? 'by-resource: one identifier per person, whichever client requests the token'
        : 'by-application: the identifier that the client knows',
    product: found.product ?? 'none',
    people: `${people} have granted an application access to it`,
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
  const isSwitch = changesResourceSubjects(before, definition)
  if (isSwitch && !(await confirmSubjectChange(address, before.people, yes))) return 1
  const { changes } = await client.call('changeResource', {
    params: { id: before.id },
    body: { ...definition, changedAt: before.changedAt, ...(isSwitch && { confirmedPeople: before.people }) },
  })
  return { json: { changes }, text: formatDefinitionChanges(address, changes) }
}

async function confirmSubjectChange(address: string, people: number, isSure: boolean | undefined): Promise<boolean> {
  if (people === 0) return true
  const warning = `${people === 1 ? 'One person has' : `${people} people have`} granted an application access to "${sanitizeTerminalOutput(address)}". With the new subjects, each of them gets a different identifier there from the next token on, and the service no longer finds their data.`
  return confirmAction(warning, 'Continue?', isSure)
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
        `These applications list "${address}": ${applications.map((one) => one.id).join(', ')}. Nothing was changed. Remove it from them first, with "countersign application change ID --resource …" (an empty value for none).`,
      ),
    )
  const loss = `After "${address}" is removed, no new tokens are issued for it. Tokens that were issued earlier work until they expire. This cannot be undone.`
  if (!(await confirmAction(loss, 'Remove it?', yes))) return 1
  await client.call('removeResource', { params: { id } })
  return { json: { id, resource }, text: `Removed "${address}".` }
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
    return `${formatApplicationsFilePlanStep(step)}${people === null ? '' : ` (${people} people get a different identifier there)`}`
  })
  return { json: { dryRun, steps }, text: formatAppliedFileChanges(lines, { dryRun }) }
}
