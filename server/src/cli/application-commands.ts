// `countersign application …`
import type { AdminEndpointOutput } from '@countersign/api/admin-endpoints'
import type { Command } from 'commander'
import { dirname } from 'node:path'
import { systemRandomBytes } from '../platform/clock.ts'
import { createId } from '../platform/create-id.ts'
import type { ApplicationDefinition } from '../store/applications/application-definition.ts'
import { formatPlanStep } from '../store/applications/plan-application-changes.ts'
import { describeConnection } from '../oidc/provider/connection-details.ts'
import type { PresetOptions } from './application-preset.ts'
import { loadApplicationEntries, loadLogo } from './load-applications-file.ts'
import { addDefinitionOptions, nameErrorByOption, createDefinitionFromOptions } from './application-options.ts'
import type { DefinitionOptionValues } from './application-options.ts'
import {
  confirmAction,
  formatChanges,
  formatColumns,
  formatSteps,
  formatTable,
  sanitizeTerminalOutput,
  parseDuration,
  printError,
  printErrors,
  collectOption,
  setApiCommandAction,
} from './command-runner.ts'
import type { CommandOutcome } from './command-runner.ts'
import { AdminApiError, fetchAllPages } from './admin-api-client.ts'
import type { AdminApiClient } from './admin-api-client.ts'

type Application = AdminEndpointOutput<'readApplication'>

export function registerCommands(program: Command): void {
  const application = program.command('application').description('Applications that people sign in to.')
  const needs = (access: 'read' | 'write') => ({ subjects: ['application'] as const, access })

  setApiCommandAction(
    addDefinitionOptions(
      application
        .command('add [name]')
        .description(
          'Adds an application (web, single-page, native, device, machine or site) and prints its configuration values.',
        )
        .option('--program <program>', 'a known program, which fills in the rest; "list" shows them')
        .option('--address <address>', 'where people open that program: https://grafana.example')
        .option('--id <id>', 'client ID; made from the name by default'),
    ),
    { ...needs('write'), nameFault: nameErrorByOption },
    addApplication,
  )
  setApiCommandAction(application.command('list').description('Lists applications.'), needs('read'), listApplications)
  setApiCommandAction(
    application
      .command('show <id>')
      .description('Prints one application. --json includes a "definition" for "application apply".'),
    needs('read'),
    showApplication,
  )
  setApiCommandAction(
    addDefinitionOptions(
      application
        .command('change <id>')
        .description('Updates the given options. A list replaces the whole list; an empty value clears the option.')
        .option('--name <name>', 'what people read'),
    )
      .option('--new-subjects', 'accept that another --subject gives people other identifiers')
      .option('--yes', 'do not ask'),
    { ...needs('write'), nameFault: nameErrorByOption },
    changeApplication,
  )
  setApiCommandAction(
    application
      .command('rotate-secret <id>')
      .description('Creates a new client secret and prints it once.')
      .option('--overlap <time>', 'how long the old secret still works: 30m, 24h, 7d', '0s'),
    needs('write'),
    rotateSecret,
  )
  setApiCommandAction(
    application
      .command('disable <id>')
      .description('Disables an application: ends its sign-ins, revokes its tokens and blocks new ones.'),
    needs('write'),
    disableApplication,
  )
  setApiCommandAction(
    application.command('enable <id>').description('Re-enables a disabled application.'),
    needs('write'),
    enableApplication,
  )
  setApiCommandAction(
    application
      .command('remove <id>')
      .description('Deletes an application and all its access. Asks first unless --yes is given.')
      .option('--yes', 'do not ask'),
    needs('write'),
    removeApplication,
  )
  setApiCommandAction(
    application
      .command('apply <file>')
      .description('Creates and updates applications from a JSON file.')
      .option('--dry-run', 'print the steps without taking them')
      .option('--prune', 'also delete applications that operators created and the file lacks')
      .option(
        '--new-subjects <id>',
        'accept that people get other identifiers at this application; repeatable',
        collectOption,
      ),
    {
      subjects: ['application'],
      access: ([, options]) => ((options as ApplyApplicationsOptions).dryRun === true ? 'read' : 'write'),
    },
    applyApplications,
  )
}

interface JsonOption {
  json?: true
}

type ApplicationOptions = DefinitionOptionValues &
  PresetOptions & { name?: string; id?: string; logo?: string; yes?: true; newSubjects?: true }

async function addApplication(
  client: AdminApiClient,
  named: string | undefined,
  given: ApplicationOptions,
): Promise<CommandOutcome> {
  const { startFromPreset, describePreset, createClientIdFromName } = await import('./application-preset.ts')
  const started = startFromPreset(given)
  if (started.outcome === 'invalid') return printError(`Nothing was changed:\n  - ${started.message}`)
  const preset = started.outcome === 'started' ? started : null
  const name = named ?? preset?.program.name
  if (name === undefined) {
    console.error('Something is missing: a name, or --program.')
    return 2
  }
  const derived = named === undefined ? preset?.program.id : createClientIdFromName(named)
  const id = given.id ?? (derived || createId(systemRandomBytes))
  const completed = createDefinitionFromOptions({ ...preset?.definition, id, name }, given)
  if (completed.outcome === 'invalid') return printErrors(completed.faults)
  const { logo, faults } = await loadLogo(client, given.logo, '.')
  if (faults.length > 0) return printErrors(faults.map(nameErrorByOption))
  const body = { definition: { ...completed.definition }, ...(logo !== undefined && { logo }) }
  const made = await client.call('createApplication', { body }).catch((error: unknown) => {
    if (error instanceof AdminApiError && error.code === 'application.taken') return null
    throw error
  })
  if (made === null)
    return printError(
      `There is already an application "${id}". Nothing was changed. Choose another client id with --id.`,
    )
  const { secret, paste } = made
  const definition = await readDefinition(client, id)
  const text = [
    ...(preset === null
      ? [`"${sanitizeTerminalOutput(name)}" is added. Its settings:`]
      : [
          `"${sanitizeTerminalOutput(name)}" is added.`,
          describePreset(preset, {
            origin: client.origin,
            definition,
            secret: secret && sanitizeTerminalOutput(secret),
          }),
        ]),
    formatColumns(connectionRows(client, definition, secret, paste)),
    ...(secret === null ? [] : ['The client secret is shown only now.']),
  ]
  return { json: { definition, secret, issuer: client.origin }, text: text.join('\n\n') }
}

const readDefinition = async (client: AdminApiClient, application: string): Promise<ApplicationDefinition> =>
  (await client.call('readApplication', { params: { application } })).definition as unknown as ApplicationDefinition

/** What the other side needs to know of this server. A proxy asks a site's server at its port, which another server tells. */
function connectionRows(
  { origin, settings }: AdminApiClient,
  definition: ApplicationDefinition,
  secret: string | null,
  paste: Application['paste'],
): Record<string, string> {
  if (settings !== null || definition.kind !== 'site')
    return describeConnection({ origin, port: settings?.port ?? 0 }, definition, secret)
  const lines = paste.filter(({ value }) => !value.includes('\n'))
  return Object.fromEntries(lines.map(({ name, value }) => [name, value]))
}

async function listApplications(client: AdminApiClient, { json }: JsonOption): Promise<CommandOutcome> {
  const applications = await fetchAllPages(client, 'listApplications', json === true ? { include: 'definition' } : {})
  const described = applications.flatMap(({ stored, ...rest }) =>
    stored === undefined ? [] : [describeApplicationJson({ ...rest, ...stored })],
  )
  const rows = applications.map(({ id, kind, name, enabled }) => [id, kind, `${enabled ? '' : '(disabled) '}${name}`])
  const none = 'There is no application yet. "countersign application add" makes one.'
  return { json: { applications: described }, text: rows.length === 0 ? none : formatTable(rows) }
}

/** An application as JSON: as the server describes it, and its secret in words. */
const describeApplicationJson = <ApplicationOptions extends Pick<Application, 'hasSecret' | 'previousSecretUntil'>>(
  application: ApplicationOptions,
) => ({
  ...application,
  secret: application.hasSecret ? 'kept as a hash' : null,
  previousSecretWorksUntil: application.previousSecretUntil,
})

async function showApplication(client: AdminApiClient, id: string): Promise<CommandOutcome> {
  const described = describeApplicationJson(await client.call('readApplication', { params: { application: id } }))
  const { enabled, origin, claimedName, registrationToken, document, narrowing, sector, logo } = described
  const { definition, secret, previousSecretWorksUntil, createdAt, changedAt } = described
  const rows = Object.entries({
    ...definition,
    enabled,
    origin,
    claimedName,
    registrationToken,
    document,
    narrowing,
    sector,
    logo,
    secret,
    previousSecretWorksUntil,
    createdAt,
    changedAt,
  }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)]],
  )
  const connection = connectionRows(client, definition as unknown as ApplicationDefinition, null, described.paste)
  const columns = formatColumns(Object.fromEntries(rows) as Record<string, string>)
  return { json: described, text: `${columns}\n\nIts settings:\n\n${formatColumns(connection)}` }
}

async function changeApplication(
  client: AdminApiClient,
  id: string,
  given: ApplicationOptions,
): Promise<CommandOutcome> {
  const params = { application: id }
  const before = await client.call('readApplication', { params })
  const completed = createDefinitionFromOptions({ ...before.definition, name: given.name ?? before.name }, given)
  if (completed.outcome === 'invalid') return printErrors(completed.faults)
  const { definition } = completed
  const { logo, faults } = await loadLogo(client, given.logo, '.')
  if (faults.length > 0) return printErrors(faults.map(nameErrorByOption))
  const isSwitch = definition.preferredUsername !== before.definition['preferredUsername']
  const people = isSwitch ? await countChangedUsernames(client, definition, given.newSubjects === true) : 0
  const warning = usernameChangeWarning(id, definition.preferredUsername, people)
  if (warning !== null && !(await confirmAction(warning, 'Change it?', given.yes))) return 1
  const { changes, secret } = await client.call('changeApplication', {
    params,
    body: {
      definition: { ...definition },
      changedAt: before.changedAt,
      newSubjects: given.newSubjects === true,
      ...(logo !== undefined && { logo }),
    },
  })
  const shown = secret === null ? [] : [`\nIts client secret, shown only now: ${sanitizeTerminalOutput(secret)}`]
  return { json: { changes, secret }, text: [formatChanges(id, changes), ...shown] }
}

/** How many people an application is told other names of, by a dry run of the change. */
async function countChangedUsernames(
  client: AdminApiClient,
  definition: ApplicationDefinition,
  isNewSubjects: boolean,
): Promise<number> {
  const applications = [{ definition: { ...definition } }]
  const newSubjects = isNewSubjects ? [definition.id] : []
  const body = { applications, dryRun: true, prune: false, newSubjects }
  const { steps } = await client.call('applyApplications', { body })
  return steps[0]?.names?.people ?? 0
}

/** What another `preferred_username` does to people, to be read before it is done; null where it concerns nobody. */
function usernameChangeWarning(id: string, mode: string, people: number): string | null {
  if (people === 0) return null
  const told =
    mode === 'user-name' ? 'the user name, once they have allowed it, and until then none' : 'the display name'
  return `"${id}" is told preferred_username of ${people === 1 ? '1 person' : `${people} people`}. From now on that is ${told}. If it knows people by this name, and not by "sub", it may take them for new ones.`
}

async function rotateSecret(
  client: AdminApiClient,
  id: string,
  { overlap }: { overlap: string },
): Promise<CommandOutcome> {
  const overlapMs = parseDuration(overlap)
  if (overlapMs === null) {
    console.error(
      `--overlap is "${sanitizeTerminalOutput(overlap)}"; allowed is a whole number with s, m, h or d, such as 24h, and at most 30d.`,
    )
    return 2
  }
  const rotated = await client.call('rotateApplicationSecret', {
    params: { application: id },
    body: { overlapSeconds: Math.floor(overlapMs / 1000) },
  })
  const end = rotated.previousWorksUntil === null ? 'has ended' : `works until ${rotated.previousWorksUntil}`
  const text = [
    sanitizeTerminalOutput(`The new client secret of "${id}", shown only now: ${rotated.secret}`),
    `The old one ${sanitizeTerminalOutput(end)}.`,
  ]
  return { json: rotated, text }
}

async function disableApplication(client: AdminApiClient, id: string): Promise<CommandOutcome> {
  const { enabled } = await client.call('readApplication', { params: { application: id } })
  await client.call('disableApplication', { params: { application: id } })
  const text = enabled ? `"${id}" is disabled. What it was given has ended.` : `"${id}" was disabled already.`
  return { json: { id, enabled: false, changed: enabled }, text }
}

async function enableApplication(client: AdminApiClient, id: string): Promise<CommandOutcome> {
  const { enabled } = await client.call('readApplication', { params: { application: id } })
  await client.call('enableApplication', { params: { application: id } })
  const text = enabled ? `"${id}" was enabled already.` : `"${id}" is enabled.`
  return { json: { id, enabled: true, changed: !enabled }, text }
}

async function removeApplication(client: AdminApiClient, id: string, { yes }: { yes?: true }): Promise<CommandOutcome> {
  const { name } = await client.call('readApplication', { params: { application: id } })
  const where = client.settings === null ? ` from ${client.origin}` : ''
  const loss = `Removing "${id}" (${sanitizeTerminalOutput(name)})${where} ends every sign-in and token of it and forgets what people allowed it. This cannot be taken back.`
  if (!(await confirmAction(loss, 'Remove it?', yes))) return 1
  await client.call('removeApplication', { params: { application: id } })
  return { json: { id }, text: `"${id}" is removed.` }
}

interface ApplyApplicationsOptions {
  dryRun?: boolean
  prune?: boolean
  newSubjects?: string[]
}

async function applyApplications(
  client: AdminApiClient,
  path: string,
  { dryRun = false, prune = false, newSubjects = [] }: ApplyApplicationsOptions,
): Promise<CommandOutcome> {
  const read = loadApplicationEntries(path, process.env)
  if (read.outcome === 'invalid') return printErrors(read.faults)
  const faults = []
  const applications = []
  for (const { path: at, input, secret, logo: place } of read.entries) {
    const { logo, faults: found } = await loadLogo(client, place, dirname(path))
    faults.push(...found.map((fault) => ({ ...fault, path: `${at}.${fault.path}` })))
    applications.push({
      definition: input,
      ...(secret !== undefined && { secret }),
      ...(logo !== undefined && { logo }),
    })
  }
  if (faults.length > 0) return printErrors(faults)
  const { steps, secrets } = await client.call('applyApplications', {
    body: { applications, dryRun, prune, newSubjects },
  })
  const warnings = steps.flatMap(({ id, names }) => {
    const warning = names === undefined ? null : usernameChangeWarning(id, names.preferredUsername, names.people)
    return warning ?? []
  })
  const shown = secrets.map(({ id, secret }) =>
    sanitizeTerminalOutput(`The client secret of "${id}", shown only now: ${secret}`),
  )
  const text = [...formatSteps(steps.map(formatPlanStep), { dryRun, warnings }), ...shown]
  return { json: { dryRun, steps, secrets }, text }
}
