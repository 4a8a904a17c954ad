// The server must never import this client, which connects to any address (THREATS O9).
import { isLocalOrigin } from '../platform/parse-setting-values.ts'
import { AdminApiError, createAdminApiClient } from './cli-admin-api-client.ts'
import type { AdminApiClient } from './cli-admin-api-client.ts'

const timeoutMs = 60_000

export function createRemoteAdminApiClient(address: string, token: string): AdminApiClient {
  const { origin } = parseServerAddress(address)
  return createAdminApiClient({ origin, settings: null }, async (method, path, body) => {
    try {
      return await fetch(`${origin}${path}`, {
        method,
        // A redirect would send the token to another server.
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
        headers: { authorization: `Bearer ${token}`, ...(body !== null && { 'content-type': 'application/json' }) },
        ...(body !== null && { body }),
      })
    } catch (error) {
      const { cause, message } = error as Error
      throw new AdminApiError(`${origin} cannot be reached: ${cause instanceof Error ? cause.message : message}.`)
    }
  })
}

function parseServerAddress(address: string): URL {
  const url = URL.parse(address)
  if (url === null || url.href !== `${url.origin}/`)
    throw new AdminApiError(`--server "${address}" is not a server address, such as https://sign-in.example.`)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocalOrigin(url.origin)))
    throw new AdminApiError('--server must start with https://, or the token could be read in transit.')
  return url
}
