// The environment variables that the developer kit reads, by kind of application.
import type { ApplicationDefinition } from '../../store/applications/application-definition-types.ts'
import { encodeSettingValue } from './encode-setting-value.ts'

export type EnvironmentVariables = Readonly<Record<string, string>>

export interface ApplicationEnvironmentInput {
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
export function listApplicationEnvironmentVariables({
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

/**
 * @returns lines that mean the same to dotenv, systemd, Docker and a shell, because no value needs
 *   quotes
 */
export const formatUnquotedEnvironment = (variables: EnvironmentVariables): string =>
  Object.entries(variables)
    .map(([name, value]) => `${name}=${encodeSettingValue(value)}`)
    .join('\n')
