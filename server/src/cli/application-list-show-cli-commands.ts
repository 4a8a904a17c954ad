import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import type { ApplicationDefinition } from '../store/applications/application-definition-types.ts'
import { describeApplicationConnection } from '../oidc/provider/describe-application-connection.ts'
import { formatNameValueTextColumns, printCliError } from './cli-command-actions.ts'
import type { CliCommandOutcome } from './cli-command-actions.ts'
import type { CliList } from './format-cli-list.ts'
import type { EnvironmentFileOption } from './environment-file-cli-option.ts'
import { formatExistingApplicationAsEnv } from './format-environment-file.ts'
import { fetchAllListPages } from './cli-admin-api-client.ts'
import type { AdminApiClient } from './cli-admin-api-client.ts'

type Application = AdminApiEndpointOutput<'readApplication'>

interface JsonOption {
  json?: true
}

/** A site's proxy forwards to this server's port, and only the local settings contain that port. */
export function listApplicationConnectionSettings(
  { origin, settings }: AdminApiClient,
  definition: ApplicationDefinition,
  secret: string | null,
  paste: Application['clientSettings'],
): Record<string, string> {
  if (settings !== null || definition.kind !== 'site')
    return describeApplicationConnection({ origin, port: settings?.port ?? 0 }, definition, secret)
  const lines = paste.filter(({ value }) => !value.includes('\n'))
  return Object.fromEntries(lines.map(({ name, value }) => [name, value]))
}

export async function runApplicationListCommand(
  client: AdminApiClient,
  { json }: JsonOption,
): Promise<CliCommandOutcome> {
  const applications = await fetchAllListPages(
    client,
    'listApplications',
    json === true ? { include: 'definition' } : {},
  )
  const described = applications.flatMap(({ stored, ...rest }) =>
    stored === undefined ? [] : [describeApplicationJson({ ...rest, ...stored })],
  )
  const list: CliList = {
    columns: [{ title: 'ID' }, { title: 'KIND' }, { title: 'STATUS' }, { title: 'NAME', canShrink: true }],
    rows: applications.map(({ id, kind, name, enabled }) => [
      id,
      kind,
      enabled ? 'enabled' : { text: 'disabled', tone: 'warning' },
      name,
    ]),
    empty: 'There are no applications yet. "countersign application add" adds one.',
  }
  return { json: { applications: described }, text: list }
}

const describeApplicationJson = <ApplicationOptions extends Pick<Application, 'hasSecret' | 'previousSecretUntil'>>(
  application: ApplicationOptions,
) => ({
  ...application,
  secret: application.hasSecret ? 'kept as a hash' : null,
  previousSecretWorksUntil: application.previousSecretUntil,
})

export async function runApplicationShowCommand(
  client: AdminApiClient,
  id: string,
  { env }: { env?: EnvironmentFileOption },
): Promise<CliCommandOutcome> {
  const application = await client.call('readApplication', { params: { application: id } })
  if (env !== undefined) return showApplicationAsEnv(client, id, application)
  const described = describeApplicationJson(application)
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
  }).filter(([, value]) => value !== undefined)
  const unset = rows.filter(([, value]) => isUnset(value)).map(([name]) => name)
  const connection = listApplicationConnectionSettings(
    client,
    definition as unknown as ApplicationDefinition,
    null,
    described.clientSettings,
  )
  const columns = formatNameValueTextColumns(
    Object.fromEntries(rows.flatMap(([name, value]) => (isUnset(value) ? [] : [[name, formatFieldValue(value)]]))),
  )
  const text = [
    columns,
    ...(unset.length === 0 ? [] : [`Empty or off: ${unset.join(', ')}`]),
    'Its settings:',
    formatNameValueTextColumns(connection),
  ]
  return { json: described, text: text.join('\n\n') }
}

const isUnset = (value: unknown): boolean =>
  value === null ||
  value === false ||
  (typeof value === 'object' && Object.values(value as object).every((member) => isUnset(member)))

function formatFieldValue(value: unknown): string {
  if (typeof value === 'string') return value
  const isTextList = Array.isArray(value) && value.every((member) => typeof member === 'string')
  return isTextList ? value.join(' ') : JSON.stringify(value)
}

function showApplicationAsEnv(
  client: AdminApiClient,
  id: string,
  { definition: read, hasSecret }: Application,
): CliCommandOutcome {
  const definition = read as unknown as ApplicationDefinition
  if (definition.kind === 'site') return printCliError(siteNeedsNoEnvironmentFile)
  if (hasSecret)
    return printCliError(
      `The secret of "${id}" cannot be shown again. Run "npx countersign application rotate-secret ${id} --env" to get its settings with a new secret.`,
    )
  return formatExistingApplicationAsEnv(client, { definition, secret: null })
}

export const siteNeedsNoEnvironmentFile =
  'A site needs no .env file: its proxy asks this server. Omit --env. Nothing was changed.'
