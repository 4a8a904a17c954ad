// openid-client with the metadata of the sign-in server, and with this application's clock.
import * as client from 'openid-client'
import type { Now } from '../settings/clock.ts'
import { ClientRefusedError, isClientRefusal } from './client-refused-error.ts'
import type { IssuerMetadata } from './load-issuer-metadata.ts'

export type OpenIdClientFactory = () => Promise<client.Configuration>

export interface OpenIdClientOptions {
  readonly issuer: string
  readonly clientId: string
  /** Null for applications without a secret. */
  readonly clientSecret: string | null
  readonly loadMetadata: () => Promise<IssuerMetadata>
  readonly now: Now
  readonly fetch: typeof fetch
}

/** Each call returns a new configuration, because openid-client fixes the clock at construction. */
export function createOpenIdClientFactory(options: OpenIdClientOptions): OpenIdClientFactory {
  let previous: client.Configuration | undefined
  return async () => {
    const { document } = await options.loadMetadata()
    const configuration = new client.Configuration(
      { ...document, issuer: options.issuer },
      options.clientId,
      { [client.clockSkew]: Math.round((options.now() - Date.now()) / 1000), [client.clockTolerance]: 30 },
      options.clientSecret === null ? client.None() : client.ClientSecretBasic(options.clientSecret),
    )
    // The settings allow http on localhost only.
    if (options.issuer.startsWith('http:')) client.allowInsecureRequests(configuration)
    client.enableNonRepudiationChecks(configuration)
    configuration.timeout = 10
    configuration[client.customFetch] = async (url, init) => {
      const response = await options.fetch(url, init as RequestInit)
      if (await isClientRefusal(response)) throw new ClientRefusedError(describeClientRefusal(options))
      return response
    }
    const keys = previous && client.getJwksCache(previous)
    if (keys !== undefined) client.setJwksCache(configuration, keys)
    previous = configuration
    return configuration
  }
}

const describeClientRefusal = ({ clientId, clientSecret }: OpenIdClientOptions): string =>
  (clientSecret === null
    ? 'the server refused the client ID: check COUNTERSIGN_CLIENT_ID, and that the application needs no secret ' +
      '(its kind is native or device)'
    : 'the server refused the client secret: check COUNTERSIGN_CLIENT_SECRET') +
  `, or run npx countersign application problems ${clientId}`
