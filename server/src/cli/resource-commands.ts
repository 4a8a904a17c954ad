// `countersign resource …`
import type { AdminEndpointOutput } from '@countersign/api/admin-endpoints'
import { resourceTokenLifetimeSeconds } from '@countersign/api/limits'
import type { Command } from 'commander'
import { deriveResourceId } from '../platform/resource-id.ts'
import { formatPlanStep } from '../store/applications/plan-application-changes.ts'
import type { DefinitionError } from '../store/definition-errors/definition-error.ts'
import { validateResourceDefinition } from '../store/resources/resource-definition.ts'
import type {
  ValidateResourceResult,
  ResourceDefinition,
  ResourceScope,
} from '../store/resources/resource-definition.ts'
import {
  confirmAction,
  formatChanges,
  formatColumns,
  formatSteps,
  sanitizeTerminalOutput,
  loadJsonFile,
  printError,
  printErrors,
  collectOption,
  setApiCommandAction,
} from './command-runner.ts'
import type { CommandOutcome } from './command-runner.ts'
import { fetchAllPages } from './admin-api-client.ts'
import type { AdminApiClient } from './admin-api-client.ts'

type Resource = AdminEndpointOutput<'readResource'>

const maxFileBytes = 16_777_216

export function registerCommands(program: Command): void {
  const resource = program.command('resource').description('Services that accept access tokens of this server.')
  const needs = (access: 'read' | 'write') => ({ subjects: ['resource'] as const, access })

  setApiCommandAction(
    addOptions(
      resource
        .command('add <address>')
        .description("Adds a service that accepts this server's access tokens, such as an API or MCP server."),
    ),
    { ...needs('write'), nameFault: nameResourceErrorByOption },
    addResource,
  )
  setApiCommandAction(
    resource.command('list').description('Lists resources. --json prints a file for "resource apply".'),
    needs('read'),
    listResources,
  )
  setApiCommandAction(
    resource
      .command('show <address>')
      .description('Prints one resource. --json includes a "definition" for "resource apply".'),
    needs('read'),
    showResource,
  )
  setApiCommandAction(
    addOptions(
      resource
        .command('change <address>')
        .description(
          'Updates the given options; a list replaces the whole list. Asks before people get different identifiers, unless --yes is given.',
        ),
    ).option('--yes', 'do not ask'),
    { ...needs('write'), nameFault: nameResourceErrorByOption },
    changeResource,
  )
  setApiCommandAction(
    resource
      .command('remove <address>')
      .description('Deletes a resource that no application uses. Asks first unless --yes is given.')
      .option('--yes', 'do not ask'),
    needs('write'),
    removeResource,
  )
  setApiCommandAction(
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

/** What commander makes of the options. */
interface ResourceOptions {
  name?: string
  scope?: string[]
  openTo?: string
  tokenLife?: string
  claim?: string[]
  algorithm?: string
  tokenType?: string
  subjects?: string
}

const addOptions = (command: Command): Command =>
  command
    .option('--name <name>', 'what people read; the address by default')
    .option(
      '--scope <scope-and-words>',
      'a scope, and what people read when asked for it: "read Read your notes"; repeatable',
      collectOption,
    )
    .option(
      '--open-to <whom>',
      'listed (applications that list it), applications (all registered here) or everyone (also clients known by a metadata document)',
    )
    .option(
      '--token-life <seconds>',
      `lifetime of its tokens, ${resourceTokenLifetimeSeconds.min} to ${resourceTokenLifetimeSeconds.max}; an empty value for the default`,
    )
    .option(
      '--claim <claims>',
      'claims of a consenting person in its tokens: wallet, groups; an empty value for none; repeatable',
      collectOption,
    )
    .option('--algorithm <name>', 'signature of its tokens: ES256 or RS256')
    .option('--token-type <type>', 'header "typ" of its tokens: at+jwt, or JWT for services that know no other')
    .option(
      '--subjects <kind>',
      'by-resource (one identifier per person) or by-application (the identifier that the client knows)',
    )

/** The option that gives each member. */
const optionOf: Readonly<Record<string, string>> = {
  resource: 'ADDRESS',
  name: '--name',
  scopes: '--scope',
  openTo: '--open-to',
  tokenLifeSeconds: '--token-life',
  claims: '--claim',
  algorithm: '--algorithm',
  tokenType: '--token-type',
  subjects: '--subjects',
}

const nameResourceErrorByOption = ({ path, message }: DefinitionError): DefinitionError => ({
  path: path.replace(/^[A-Za-z]+/, (member) => (Object.hasOwn(optionOf, member) ? (optionOf[member] ?? '') : member)),
  message,
})

/**
 * Makes a definition from options.
 * @param before what the options are added to: at least the address
 */
function createResourceDefinition(
  before: Readonly<Record<string, unknown>>,
  given: ResourceOptions,
): ValidateResourceResult {
  const known = (before['scopes'] ?? []) as readonly ResourceScope[]
  const { scope, openTo, tokenLife, claim, tokenType, name, algorithm, subjects } = given
  const members = {
    name,
    scopes: scope?.map((text) => parseScope(text, known)),
    openTo,
    tokenLifeSeconds: tokenLife === '' ? null : /^[0-9]{1,9}$/.test(tokenLife ?? '') ? Number(tokenLife) : tokenLife,
    claims: claim?.flatMap((text) => text.split(/[\s,]+/)).filter((word) => word !== ''),
    algorithm,
    tokenType,
    subjects,
  }
  return validateResourceDefinition({
    ...before,
    ...Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)),
  })
}

/** The scope, and what people read of it. Its words stay where none are given now. */
function parseScope(text: string, known: readonly ResourceScope[]): ResourceScope {
  const [scope = '', ...words] = text.trim().split(/\s+/)
  const description = words.length > 0 ? words.join(' ') : known.find((one) => one.scope === scope)?.description
  return { scope, description: description ?? null }
}

/** What is still to be done before the first token. */
const nextStepTexts = {
  listed:
    'Only applications that list it may use it: "countersign application change ID --resource …", or open it with --open-to.',
  applications: 'Every application that is known here may use it.',
  everyone: 'Every application may use it, also one that nobody registered.',
} as const

async function addResource(client: AdminApiClient, address: string, given: ResourceOptions): Promise<CommandOutcome> {
  const checked = createResourceDefinition({ resource: address }, given)
  if (checked.outcome === 'invalid') return printErrors(checked.faults.map(nameResourceErrorByOption))
  const { definition } = checked
  const made = await client.call('createResource', { body: definition })
  return { json: made, text: `"${definition.resource}" is added. ${nextStepTexts[definition.openTo]}` }
}

async function listResources(client: AdminApiClient): Promise<CommandOutcome> {
  const resources = await fetchAllPages(client, 'listResources')
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
  tokenLifeSeconds,
  claims,
  algorithm,
  tokenType,
  subjects,
}: Omit<Resource, 'applications' | 'people'>): ResourceDefinition => ({
  resource,
  name,
  scopes,
  openTo,
  tokenLifeSeconds,
  claims,
  algorithm,
  tokenType,
  subjects,
})

const readResource = (client: AdminApiClient, address: string): Promise<Resource> =>
  client.call('readResource', { params: { id: deriveResourceId(address) } })

const accessTexts = {
  listed: 'applications that list it: "countersign application change ID --resource ADDRESS…"',
  applications: 'every application that is known here',
  everyone: 'everyone, also clients known by a metadata document alone',
} as const

async function showResource(client: AdminApiClient, address: string): Promise<CommandOutcome> {
  const found = await readResource(client, address)
  const { applications, people, described, scopes, openTo, tokenLifeSeconds, claims, subjects } = found
  const rows = {
    address: found.resource,
    name: found.name,
    ...Object.fromEntries(scopes.map(({ scope, description }) => [`scope ${scope}`, description ?? '(no words)'])),
    'open to': accessTexts[openTo],
    'listed by': applications.map((one) => `${one.id} (${one.scopes.join(' ')})`).join(', ') || 'no application',
    'tokens work': tokenLifeSeconds === null ? 'as long as others' : `${tokenLifeSeconds} seconds`,
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
  return { json, text: formatColumns(rows) }
}

async function changeResource(
  client: AdminApiClient,
  address: string,
  { yes, ...given }: ResourceOptions & { yes?: true },
): Promise<CommandOutcome> {
  const before = await readResource(client, address)
  const checked = createResourceDefinition({ ...definitionOf(before) }, given)
  if (checked.outcome === 'invalid') return printErrors(checked.faults.map(nameResourceErrorByOption))
  const { definition } = checked
  const isSwitch = definition.subjects !== before.subjects
  if (isSwitch && !(await confirmSubjectChange(address, before.people, yes))) return 1
  const { changes } = await client.call('changeResource', {
    params: { id: before.id },
    body: { ...definition, changedAt: before.changedAt, ...(isSwitch && { confirmedPeople: before.people }) },
  })
  return { json: { changes }, text: formatChanges(address, changes) }
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
): Promise<CommandOutcome> {
  const { id, resource, applications } = await readResource(client, address)
  if (applications.length > 0)
    return printError(
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
): Promise<CommandOutcome> {
  const read = loadJsonFile(path, maxFileBytes)
  if ('faults' in read) return printErrors(read.faults)
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
    return `${formatPlanStep(step)}${people === null ? '' : ` (${people} people get another name there)`}`
  })
  return { json: { dryRun, steps }, text: formatSteps(lines, { dryRun }) }
}
