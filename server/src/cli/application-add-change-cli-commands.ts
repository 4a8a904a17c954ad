import { systemRandomBytes } from '../platform/clock.ts'
import { createRandomId } from '../platform/create-random-id.ts'
import { createBearerSecret } from '../platform/random-bearer-secret.ts'
import type { ApplicationDefinition } from '../store/applications/application-definition-types.ts'
import type { ApplicationPresetCliOptions } from './parse-application-preset-cli-options.ts'
import { loadApplicationLogo } from './read-applications-file.ts'
import {
  toApplicationCliOptionError,
  createApplicationDefinitionFromCliOptions,
} from './application-definition-cli-options.ts'
import type { ApplicationDefinitionCliOptions } from './application-definition-cli-options.ts'
import {
  confirmAction,
  formatDefinitionChanges,
  formatNameValueTextColumns,
  sanitizeTerminalOutput,
  printCliError,
  printCliUsageError,
  printDefinitionErrors,
} from './cli-command-actions.ts'
import type { CliCommandOutcome } from './cli-command-actions.ts'
import { AdminApiError } from './cli-admin-api-client.ts'
import type { AdminApiClient } from './cli-admin-api-client.ts'
import { listApplicationConnectionSettings, siteNeedsNoEnvironmentFile } from './application-list-show-cli-commands.ts'
import { addApiToOptions, describeNewApi, planApplicationApi } from './application-api-cli-option.ts'
import type { EnvironmentFileOption } from './environment-file-cli-option.ts'
import { formatApplicationAsEnv } from './format-environment-file.ts'

export type ApplicationOptions = ApplicationDefinitionCliOptions &
  ApplicationPresetCliOptions & {
    name?: string
    id?: string
    logo?: string
    api?: string
    kind?: string
    product?: string
    env?: EnvironmentFileOption
    yes?: true
    confirmSubjectChange?: true
  }

export async function runApplicationAddCommand(
  client: AdminApiClient,
  named: string | undefined,
  given: ApplicationOptions,
): Promise<CliCommandOutcome> {
  const {
    parseApplicationPresetCliOptions: startFromPreset,
    formatPresetInstructions: describePreset,
    createClientIdFromName,
    listApplicationPresetsOutcome,
  } = await import('./parse-application-preset-cli-options.ts')
  if (given.preset === 'list') return listApplicationPresetsOutcome()
  const started = startFromPreset(given)
  if (started.outcome === 'invalid') return printDefinitionErrors([{ path: '', message: started.message }])
  const preset = started.outcome === 'started' ? started : null
  const name = named ?? preset?.program.name
  if (name === undefined) {
    return printCliUsageError('Specify a name, or use --preset: "countersign application add --preset list".')
  }
  const derived = named === undefined ? preset?.program.id : createClientIdFromName(named)
  const id = given.id ?? (derived || createRandomId(systemRandomBytes))
  const { api: address, kind = preset?.definition.kind, product } = given
  const api = address === undefined ? null : await planApplicationApi(client, { api: address, kind, product })
  if (api?.outcome === 'invalid') return printDefinitionErrors(api.errors)
  const options = api === null ? given : addApiToOptions(preset?.definition ?? {}, given, api)
  const completed = createApplicationDefinitionFromCliOptions({ ...preset?.definition, id, name }, options)
  if (completed.outcome === 'invalid') return printDefinitionErrors(completed.errors)
  if (given.env !== undefined && completed.definition.kind === 'site') return printCliError(siteNeedsNoEnvironmentFile)
  const { logo, errors } = await loadApplicationLogo(client, given.logo, '.')
  if (errors.length > 0) return printDefinitionErrors(errors.map(toApplicationCliOptionError))
  const body = { definition: { ...completed.definition }, ...(logo !== undefined && { logo }) }
  const made = await client.call('createApplication', { body }).catch((error: unknown) => {
    if (error instanceof AdminApiError && error.code === 'application.already_exists') return null
    throw error
  })
  if (made === null) return printCliError(await describeExistingApplication(client, id))
  const apiFault = api === null ? null : await describeNewApi(client, api)
  const failure = apiFault === null ? {} : { notes: [sanitizeTerminalOutput(apiFault)], exitCode: 1 }
  const { secret, clientSettings: paste } = made
  const definition = await readDefinition(client, id)
  if (given.env !== undefined) {
    const outcome = formatApplicationAsEnv(client, { definition, secret, api: api?.resource ?? null })
    const added = `Added "${sanitizeTerminalOutput(definition.name)}".`
    return { ...outcome, ...failure, notes: [added, ...outcome.notes, ...(failure.notes ?? [])] }
  }
  const text = [
    ...(preset === null
      ? [`Added "${sanitizeTerminalOutput(name)}". Its settings:`]
      : [
          `Added "${sanitizeTerminalOutput(name)}".`,
          describePreset(preset, {
            origin: client.origin,
            definition,
            secret: secret && sanitizeTerminalOutput(secret),
            sessionSecret: createBearerSecret(systemRandomBytes),
          }),
        ]),
    formatNameValueTextColumns(listApplicationConnectionSettings(client, definition, secret, paste)),
    ...(secret === null ? [] : ['The client secret is shown only once. Save it now.']),
  ]
  return { json: { definition, secret, issuer: client.origin }, text: text.join('\n\n'), ...failure }
}

/** A secret cannot be read again, so an application that has one gets a new one. */
async function describeExistingApplication(client: AdminApiClient, id: string): Promise<string> {
  const { definition, hasSecret } = await client.call('readApplication', { params: { application: id } })
  const option = definition['kind'] === 'site' ? '' : ' --env'
  const command = `npx countersign application ${hasSecret ? 'rotate-secret' : 'show'} ${id}${option}`
  const again = hasSecret
    ? `To get its settings again, with a new secret in place of the old one, run "${command}".`
    : `To get its settings again, run "${command}".`
  return `An application "${id}" already exists. Nothing was changed. ${again} To add another application, choose another client ID with --id.`
}

const readDefinition = async (client: AdminApiClient, application: string): Promise<ApplicationDefinition> =>
  (await client.call('readApplication', { params: { application } })).definition as unknown as ApplicationDefinition

export async function runApplicationChangeCommand(
  client: AdminApiClient,
  id: string,
  given: ApplicationOptions,
): Promise<CliCommandOutcome> {
  const params = { application: id }
  const before = await client.call('readApplication', { params })
  const completed = createApplicationDefinitionFromCliOptions(
    { ...before.definition, name: given.name ?? before.name },
    given,
  )
  if (completed.outcome === 'invalid') return printDefinitionErrors(completed.errors)
  const { definition } = completed
  const { logo, errors } = await loadApplicationLogo(client, given.logo, '.')
  if (errors.length > 0) return printDefinitionErrors(errors.map(toApplicationCliOptionError))
  const isSwitch = definition.preferredUsername !== before.definition['preferredUsername']
  const people = isSwitch ? await countChangedUsernames(client, definition, given.confirmSubjectChange === true) : 0
  const warning = formatPreferredUsernameChangeWarning(id, definition.preferredUsername, people)
  if (warning !== null && !(await confirmAction(warning, 'Change it?', given.yes))) return 1
  const { changes, secret } = await client.call('changeApplication', {
    params,
    body: {
      definition: { ...definition },
      changedAt: before.changedAt,
      newSubjects: given.confirmSubjectChange === true,
      ...(logo !== undefined && { logo }),
    },
  })
  const shown = secret === null ? [] : [`\nIts client secret (shown only once): ${sanitizeTerminalOutput(secret)}`]
  return { json: { changes, secret }, text: [formatDefinitionChanges(id, changes), ...shown] }
}

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

export function formatPreferredUsernameChangeWarning(id: string, mode: string, people: number): string | null {
  if (people === 0) return null
  const claimDescription =
    mode === 'user-name'
      ? 'contains the username, and is omitted for people who do not share it'
      : 'contains the display name'
  return `"${id}" receives preferred_username for ${people === 1 ? '1 person' : `${people} people`}. From now on, this claim ${claimDescription}. If the application identifies people by this name rather than by "sub", it may treat them as new people.`
}
