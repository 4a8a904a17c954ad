import type { Command } from 'commander'
import { dirname } from 'node:path'
import type { ApplicationDefinition } from '../store/applications/application-definition-types.ts'
import { formatApplicationsFilePlanStep } from '../store/applications/plan-applications-file-changes.ts'
import { readApplicationsFile, loadApplicationLogo } from './read-applications-file.ts'
import {
  addApplicationDefinitionCliOptions,
  toApplicationCliOptionError,
} from './application-definition-cli-options.ts'
import {
  confirmAction,
  formatAppliedFileChanges,
  sanitizeTerminalOutput,
  parseDuration,
  printCliUsageError,
  printDefinitionErrors,
  collectRepeatedOption,
  setAdminApiCliCommandAction,
} from './cli-command-actions.ts'
import type { CliCommandOutcome } from './cli-command-actions.ts'
import { createEnvironmentFileOption, writeEnvironmentFile } from './environment-file-cli-option.ts'
import type { EnvironmentFileOption } from './environment-file-cli-option.ts'
import { formatExistingApplicationAsEnv } from './format-environment-file.ts'
import type { AdminApiClient } from './cli-admin-api-client.ts'
import {
  runApplicationAddCommand,
  runApplicationChangeCommand,
  formatPreferredUsernameChangeWarning,
} from './application-add-change-cli-commands.ts'
import type { ApplicationOptions } from './application-add-change-cli-commands.ts'
import { runApplicationProblemsCommand } from './application-problems-cli-command.ts'
import { runApplicationListCommand, runApplicationShowCommand } from './application-list-show-cli-commands.ts'

export function registerCliCommands(program: Command): void {
  const application = program.command('application').description('Manages the applications that people sign in to.')
  const needs = (access: 'read' | 'write') => ({ subjects: ['application'] as const, access })

  setAdminApiCliCommandAction(
    addApplicationDefinitionCliOptions(
      application
        .command('add [name]')
        .description(
          'Adds an application (web, single-page, native, device, machine or site) and prints its configuration values.',
        )
        .option('--preset <program>', 'use the preset of a known program; "list" shows all programs')
        .option('--address <address>', 'address that people use to open the program, such as https://grafana.example')
        .option('--id <id>', 'client ID; derived from the name by default')
        .option(
          '--api <address>',
          'an API that the application calls: allows all its scopes, and adds it as a resource if it does not exist',
        )
        .addOption(createEnvironmentFileOption()),
    ),
    { subjects: ['application', 'resource'], access: 'write', nameFault: toApplicationCliOptionError },
    (client: AdminApiClient, name: string | undefined, given: ApplicationOptions) =>
      writeEnvironmentFile(given.env, () => runApplicationAddCommand(client, name, given)),
  )
  setAdminApiCliCommandAction(
    application.command('list').description('Lists applications.'),
    needs('read'),
    runApplicationListCommand,
  )
  setAdminApiCliCommandAction(
    application
      .command('show <id>')
      .description('Prints one application. --json includes a "definition" for "application apply".')
      .addOption(createEnvironmentFileOption()),
    needs('read'),
    (client: AdminApiClient, id: string, given: { env?: EnvironmentFileOption }) =>
      writeEnvironmentFile(given.env, () => runApplicationShowCommand(client, id, given)),
  )
  setAdminApiCliCommandAction(
    application
      .command('problems <id>')
      .description('Lists recent refused requests: what was sent, what was expected and what to change.'),
    needs('read'),
    runApplicationProblemsCommand,
  )
  setAdminApiCliCommandAction(
    addApplicationDefinitionCliOptions(
      application
        .command('change <id>')
        .description(
          'Updates the given options. A given list replaces the whole list; an empty value clears the option.',
        )
        .option('--name <name>', 'display name'),
    )
      .option('--confirm-subject-change', 'accept that a different --subject gives people different identifiers')
      .option('--yes', 'do not ask'),
    { ...needs('write'), nameFault: toApplicationCliOptionError },
    runApplicationChangeCommand,
  )
  setAdminApiCliCommandAction(
    application
      .command('rotate-secret <id>')
      .description('Creates a new client secret and prints it once.')
      .option('--overlap <time>', 'how long the old secret remains valid, such as 30m, 24h or 7d', '0s')
      .addOption(createEnvironmentFileOption()),
    needs('write'),
    (client: AdminApiClient, id: string, given: RotateSecretOptions) =>
      writeEnvironmentFile(given.env, () => rotateSecret(client, id, given)),
  )
  setAdminApiCliCommandAction(
    application
      .command('disable <id>')
      .description('Disables an application: ends its sign-ins, revokes its tokens and blocks new ones.'),
    needs('write'),
    disableApplication,
  )
  setAdminApiCliCommandAction(
    application.command('enable <id>').description('Re-enables a disabled application.'),
    needs('write'),
    enableApplication,
  )
  setAdminApiCliCommandAction(
    application
      .command('remove <id>')
      .description('Deletes an application and revokes all its access. Asks first unless --yes is given.')
      .option('--yes', 'do not ask'),
    needs('write'),
    removeApplication,
  )
  setAdminApiCliCommandAction(
    application
      .command('apply <file>')
      .description('Creates and updates applications from a JSON file.')
      .option('--dry-run', 'print the steps without taking them')
      .option('--prune', 'also delete applications that were created by operators and are not in the file')
      .option(
        '--confirm-subject-change <id>',
        'accept that people get different identifiers in this application; repeatable',
        collectRepeatedOption,
      ),
    {
      subjects: ['application'],
      access: ([, options]) => ((options as ApplyApplicationsOptions).dryRun === true ? 'read' : 'write'),
    },
    applyApplications,
  )
}

interface RotateSecretOptions {
  overlap: string
  env?: EnvironmentFileOption
}

async function rotateSecret(
  client: AdminApiClient,
  id: string,
  { overlap, env }: RotateSecretOptions,
): Promise<CliCommandOutcome> {
  const overlapMs = parseDuration(overlap)
  if (overlapMs === null) {
    return printCliUsageError(
      `--overlap is "${sanitizeTerminalOutput(overlap)}"; allowed: a whole number with s, m, h or d, such as 24h, at most 30d.`,
    )
  }
  const before = env === undefined ? null : await client.call('readApplication', { params: { application: id } })
  const rotated = await client.call('rotateApplicationSecret', {
    params: { application: id },
    body: { overlapSeconds: Math.floor(overlapMs / 1000) },
  })
  const end = rotated.previousWorksUntil === null ? 'has expired' : `works until ${rotated.previousWorksUntil}`
  const old = `The old secret ${sanitizeTerminalOutput(end)}.`
  if (before !== null) {
    const definition = before.definition as unknown as ApplicationDefinition
    const outcome = formatExistingApplicationAsEnv(client, { definition, secret: rotated.secret })
    return { ...outcome, notes: [...outcome.notes, old] }
  }
  const text = [sanitizeTerminalOutput(`The new client secret for "${id}" (shown only once): ${rotated.secret}`), old]
  return { json: rotated, text }
}

async function disableApplication(client: AdminApiClient, id: string): Promise<CliCommandOutcome> {
  const { enabled } = await client.call('readApplication', { params: { application: id } })
  await client.call('disableApplication', { params: { application: id } })
  const text = enabled
    ? `Disabled "${id}". Its sign-ins have ended, and its tokens have been revoked.`
    : `"${id}" was already disabled.`
  return { json: { id, enabled: false, changed: enabled }, text }
}

async function enableApplication(client: AdminApiClient, id: string): Promise<CliCommandOutcome> {
  const { enabled } = await client.call('readApplication', { params: { application: id } })
  await client.call('enableApplication', { params: { application: id } })
  const text = enabled ? `"${id}" was already enabled.` : `Enabled "${id}".`
  return { json: { id, enabled: true, changed: !enabled }, text }
}

async function removeApplication(
  client: AdminApiClient,
  id: string,
  { yes }: { yes?: true },
): Promise<CliCommandOutcome> {
  const { name } = await client.call('readApplication', { params: { application: id } })
  const where = client.settings === null ? ` from ${client.origin}` : ''
  const loss = `Removing "${id}" (${sanitizeTerminalOutput(name)})${where} ends all its sign-ins, revokes its tokens, and deletes the consents that people gave it. This cannot be undone.`
  if (!(await confirmAction(loss, 'Remove it?', yes))) return 1
  await client.call('removeApplication', { params: { application: id } })
  return { json: { id }, text: `Removed "${id}".` }
}

interface ApplyApplicationsOptions {
  dryRun?: boolean
  prune?: boolean
  confirmSubjectChange?: string[]
}

async function applyApplications(
  client: AdminApiClient,
  path: string,
  { dryRun = false, prune = false, confirmSubjectChange: newSubjects = [] }: ApplyApplicationsOptions,
): Promise<CliCommandOutcome> {
  const read = readApplicationsFile(path, process.env)
  if (read.outcome === 'invalid') return printDefinitionErrors(read.errors)
  const errors = []
  const applications = []
  for (const { path: at, input, secret, logo: place } of read.entries) {
    const { logo, errors: found } = await loadApplicationLogo(client, place, dirname(path))
    errors.push(...found.map((fault) => ({ ...fault, path: `${at}.${fault.path}` })))
    applications.push({
      definition: input,
      ...(secret !== undefined && { secret }),
      ...(logo !== undefined && { logo }),
    })
  }
  if (errors.length > 0) return printDefinitionErrors(errors)
  const {
    steps,
    secrets,
    products = [],
  } = await client.call('applyApplications', {
    body: {
      applications,
      dryRun,
      prune,
      newSubjects,
      ...(read.products.length > 0 && { products: read.products }),
    },
  })
  const warnings = steps.flatMap(({ id, names }) => {
    const warning =
      names === undefined ? null : formatPreferredUsernameChangeWarning(id, names.preferredUsername, names.people)
    return warning ?? []
  })
  const shown = secrets.map(({ id, secret }) =>
    sanitizeTerminalOutput(`The client secret for "${id}" (shown only once): ${secret}`),
  )
  const lines = [
    ...products.map((step) => formatApplicationsFilePlanStep({ ...step, id: `product ${step.id}` })),
    ...steps.map(formatApplicationsFilePlanStep),
  ]
  const text = [...formatAppliedFileChanges(lines, { dryRun, warnings }), ...shown]
  return { json: { dryRun, steps, secrets, ...(products.length > 0 && { products }) }, text }
}
