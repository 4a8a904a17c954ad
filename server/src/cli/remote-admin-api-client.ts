// Calls the administration of another server over HTTP, with a token. It goes where the operator says, and no part of the server that answers
// requests imports it (THREATS O9).
import { isLocalOrigin } from '../platform/parse-setting-values.ts'
import { AdminApiError, createAdminApiClient } from './cli-admin-api-client.ts'
import type { AdminApiClient } from './cli-admin-api-client.ts'

const timeoutMs = 60_000

/**
 * @param address of the server, as its people open it
 * @param token a token of its administration
 * @throws AdminApiError where a token must not be sent to the address
 */
export function createRemoteAdminApiClient(address: string, token: string): AdminApiClient {
  const { origin } = parseServerAddress(address)
  return createAdminApiClient({ origin, settings: null }, async (method, path, body) => {
    try {
      return await fetch(`${origin}${path}`, {
        method,
        // A redirect would carry the token elsewhere.
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

/** A token is only sent where nobody on the way can read it. */
function parseServerAddress(address: string): URL {
  const url = URL.parse(address)
  if (url === null || url.href !== `${url.origin}/`)
    throw new AdminApiError(`--server "${address}" is not the address of a server, such as https://sign-in.example.`)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocalOrigin(url.origin)))
    throw new AdminApiError('--server must begin with https://, or the token could be read on its way.')
  return url
}
