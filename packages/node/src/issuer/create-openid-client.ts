// openid-client with the metadata of the sign-in server, and with this application's clock.
import * as client from 'openid-client'
import type { Now } from '../settings/clock.ts'
import type { IssuerMetadata } from './load-issuer-metadata.ts'

export type OpenIdClientFactory = () => Promise<client.Configuration>

export interface OpenIdClientOptions {
  readonly issuer: string
  readonly clientId: string
  readonly authentication: client.ClientAuth
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
      options.authentication,
    )
    // The settings allow http on localhost only.
    if (options.issuer.startsWith('http:')) client.allowInsecureRequests(configuration)
    client.enableNonRepudiationChecks(configuration)
    configuration.timeout = 10
    configuration[client.customFetch] = (url, init) => options.fetch(url, init as RequestInit)
    const keys = previous && client.getJwksCache(previous)
    if (keys !== undefined) client.setJwksCache(configuration, keys)
    previous = configuration
    return configuration
  }
}
