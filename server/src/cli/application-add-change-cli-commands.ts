import { systemRandomBytes } from '../platform/clock.ts'
import { createRandomId } from '../platform/create-random-id.ts'
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
  printDefinitionErrors,
} from './cli-command-actions.ts'
import type { CliCommandOutcome } from './cli-command-actions.ts'
import { AdminApiError } from './cli-admin-api-client.ts'
import type { AdminApiClient } from './cli-admin-api-client.ts'
import { listApplicationConnectionSettings } from './application-list-show-cli-commands.ts'
import { addApiToOptions, describeNewApi, planApplicationApi } from './application-api-cli-option.ts'
import type { PlannedApplicationApi } from './application-api-cli-option.ts'
import { formatEnvironmentFile, listApplicationEnvironmentVariables } from './format-environment-file.ts'
import { createBearerSecret } from '../platform/random-bearer-secret.ts'

type ApplicationOptions = ApplicationDefinitionCliOptions &
  ApplicationPresetCliOptions & {
    name?: string
    id?: string
    logo?: string
    api?: string
    kind?: string
    product?: string
    env?: true
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
  } = await import('./parse-application-preset-cli-options.ts')
  const started = startFromPreset(given)
  if (started.outcome === 'invalid') return printCliError(`Nothing was changed:\n  - ${started.message}`)
  const preset = started.outcome === 'started' ? started : null
  const name = named ?? preset?.program.name
  if (name === undefined) {
    console.error('Specify a name, or use --preset.')
    return 2
  }
  const derived = named === undefined ? preset?.program.id : createClientIdFromName(named)
  const id = given.id ?? (derived || createRandomId(systemRandomBytes))
  const { api: address, kind = preset?.definition.kind, product } = given
  const api = address === undefined ? null : await planApplicationApi(client, { api: address, kind, product })
  if (api?.outcome === 'invalid') return printDefinitionErrors(api.errors)
  const options = api === null ? given : addApiToOptions(preset?.definition ?? {}, given, api)
  const completed = createApplicationDefinitionFromCliOptions({ ...preset?.definition, id, name }, options)
  if (completed.outcome === 'invalid') return printDefinitionErrors(completed.errors)
  if (given.env === true && completed.definition.kind === 'site')
    return printCliError('A site needs no .env file: its proxy asks this server. Omit --env. Nothing was changed.')
  const { logo, errors } = await loadApplicationLogo(client, given.logo, '.')
  if (errors.length > 0) return printDefinitionErrors(errors.map(toApplicationCliOptionError))
  const body = { definition: { ...completed.definition }, ...(logo !== undefined && { logo }) }
  const made = await client.call('createApplication', { body }).catch((error: unknown) => {
    if (error instanceof AdminApiError && error.code === 'application.already_exists') return null
    throw error
  })
  if (made === null)
    return printCliError(
      `An application "${id}" already exists. Nothing was changed. Choose another client ID with --id.`,
    )
  const apiFault = api === null ? null : await describeNewApi(client, api)
  const failure = apiFault === null ? {} : { notes: [sanitizeTerminalOutput(apiFault)], exitCode: 1 }
  const { secret, clientSettings: paste } = made
  const definition = await readDefinition(client, id)
  if (given.env === true) {
    const outcome = formatAddedApplicationAsEnv(client, definition, secret, api)
    return { ...outcome, ...failure, notes: [...outcome.notes, ...(failure.notes ?? [])] }
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
          }),
        ]),
    formatNameValueTextColumns(listApplicationConnectionSettings(client, definition, secret, paste)),
    ...(secret === null ? [] : ['The client secret is shown only once. Save it now.']),
  ]
  return { json: { definition, secret, issuer: client.origin }, text: text.join('\n\n'), ...failure }
}

function formatAddedApplicationAsEnv(
  { origin: issuer }: AdminApiClient,
  definition: ApplicationDefinition,
  clientSecret: string | null,
  api: PlannedApplicationApi | null,
): { json: unknown; text: string[]; notes: string[] } {
  const variables = listApplicationEnvironmentVariables({
    issuer,
    definition,
    clientSecret,
    sessionSecret: createBearerSecret(systemRandomBytes),
    api: api?.resource ?? null,
  })
  const once =
    clientSecret === null ? [] : ['The client secret is shown only once. Keep the output out of version control.']
  return {
    json: variables,
    text: formatEnvironmentFile(variables ?? {}),
    notes: [`Added "${sanitizeTerminalOutput(definition.name)}".`, ...once],
  }
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
