// The .env lines that the developer kit reads, printed by `--env`.
import type { ApplicationDefinition } from '../store/applications/application-definition-types.ts'
import { systemRandomBytes } from '../platform/clock.ts'
import { createBearerSecret } from '../platform/random-bearer-secret.ts'
import { listApplicationEnvironmentVariables } from '../oidc/presets/application-environment-variables.ts'
import type { EnvironmentVariables } from '../oidc/presets/application-environment-variables.ts'
import type { AdminApiClient } from './cli-admin-api-client.ts'
import { sanitizeTerminalOutput } from './cli-command-actions.ts'

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
