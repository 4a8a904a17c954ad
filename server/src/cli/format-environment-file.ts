// The .env lines that the developer kit reads, printed by `--env`.
import type { ApplicationDefinition } from '../store/applications/application-definition-types.ts'
import { systemRandomBytes } from '../platform/clock.ts'
import { createBearerSecret } from '../platform/random-bearer-secret.ts'
import type { AdminApiClient } from './cli-admin-api-client.ts'
import { sanitizeTerminalOutput } from './cli-command-actions.ts'

type EnvironmentVariables = Readonly<Record<string, string>>

interface ApplicationEnvironmentInput {
  issuer: string
  definition: Pick<ApplicationDefinition, 'id' | 'kind' | 'redirectUris' | 'resources'>
  /** Null if the application has none. */
  clientSecret: string | null
  /** 32 random bytes, base64url: encrypts the cookies of a site that keeps sessions. */
  sessionSecret: string
  /** The resource created or opened with `--api`; null if none. */
  api: string | null
}

/** Null for a protected site, which reads no settings: its proxy does. */
function listApplicationEnvironmentVariables({
  issuer,
  definition,
  clientSecret,
  sessionSecret,
  api,
}: ApplicationEnvironmentInput): EnvironmentVariables | null {
  const { id, kind, redirectUris, resources } = definition
  const audience = api === null ? {} : { COUNTERSIGN_AUDIENCE: api }
  const client = { COUNTERSIGN_ISSUER: issuer, COUNTERSIGN_CLIENT_ID: id }
  const secret = clientSecret === null ? {} : { COUNTERSIGN_CLIENT_SECRET: clientSecret }
  switch (kind) {
    case 'site':
      return null
    case 'single-page': {
      const only = api ?? (resources.length === 1 ? resources[0]?.resource : undefined)
      return {
        VITE_COUNTERSIGN_ISSUER: issuer,
        VITE_COUNTERSIGN_CLIENT_ID: id,
        ...(only !== undefined && { VITE_COUNTERSIGN_API: only }),
        ...(api !== null && listResourceEnvironmentVariables(issuer, api)),
      }
    }
    case 'web':
      return {
        ...client,
        ...secret,
        COUNTERSIGN_SESSION_SECRET: sessionSecret,
        COUNTERSIGN_APP_URL: URL.parse(redirectUris[0] ?? '')?.origin ?? '',
        ...audience,
      }
    case 'machine':
      return { ...client, ...secret, ...audience }
    case 'native':
    case 'device':
      return { ...client, ...audience }
  }
}

export const listResourceEnvironmentVariables = (issuer: string, resource: string): EnvironmentVariables => ({
  COUNTERSIGN_ISSUER: issuer,
  COUNTERSIGN_AUDIENCE: resource,
})

interface ApplicationEnvironmentOutput {
  json: EnvironmentVariables
  text: string[]
  notes: string[]
}

export function formatApplicationAsEnv(
  { origin: issuer }: AdminApiClient,
  { definition, secret, api }: { definition: ApplicationDefinition; secret: string | null; api: string | null },
): ApplicationEnvironmentOutput {
  const variables =
    listApplicationEnvironmentVariables({
      issuer,
      definition,
      clientSecret: secret,
      sessionSecret: createBearerSecret(systemRandomBytes),
      api,
    }) ?? {}
  const once = 'The client secret cannot be shown again. Keep these lines out of version control.'
  return { json: variables, text: formatEnvironmentFile(variables), notes: secret === null ? [] : [once] }
}

/** For an application that exists already, whose only resource counts as its API. */
export const formatExistingApplicationAsEnv = (
  client: AdminApiClient,
  { definition, secret }: { definition: ApplicationDefinition; secret: string | null },
): ApplicationEnvironmentOutput => {
  const { resources } = definition
  return formatApplicationAsEnv(client, {
    definition,
    secret,
    api: resources.length === 1 ? (resources[0]?.resource ?? null) : null,
  })
}

/** A value from a remote server cannot add a line. */
export const formatEnvironmentFile = (variables: EnvironmentVariables): string[] =>
  Object.entries(variables).map(([name, value]) => `${name}=${quoteEnvironmentValue(sanitizeTerminalOutput(value))}`)

const needsNoQuotes = /^[\w.:/@%+~,?&;=-]*$/

/** Quoted as `util.parseEnv` and dotenv expect: between quotes that the value does not contain. */
export function quoteEnvironmentValue(value: string): string {
  if (needsNoQuotes.test(value)) return value
  const quote = ["'", '`', '"'].find((one) => !value.includes(one))
  return quote === undefined ? value : `${quote}${value}${quote}`
}
