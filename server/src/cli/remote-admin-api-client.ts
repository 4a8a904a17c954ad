// The server must never import this client, which connects to any address (THREATS O9).
import { isLocalOrigin } from '../platform/parse-setting-values.ts'
import { AdminApiError, createAdminApiClient } from './cli-admin-api-client.ts'
import type { AdminApiClient } from './cli-admin-api-client.ts'

const timeoutMs = 60_000

export interface RemoteServerRequest {
  method: string
  path: string
  body: string | null
  headers: Readonly<Record<string, string>>
}

/** @throws AdminApiError if the server cannot be reached */
export async function sendToRemoteServer(
  origin: string,
  { method, path, body, headers }: RemoteServerRequest,
): Promise<Response> {
  try {
    return await fetch(`${origin}${path}`, {
      method,
      // A redirect would send the token to another server.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { ...headers, ...(body !== null && { 'content-type': 'application/json' }) },
      ...(body !== null && { body }),
    })
  } catch (error) {
    const { cause, message } = error as Error
    throw new AdminApiError(`${origin} cannot be reached: ${cause instanceof Error ? cause.message : message}.`)
  }
}

export function createRemoteAdminApiClient(address: string, token: string): AdminApiClient {
  const origin = parseServerOrigin(address)
  const headers = { authorization: `Bearer ${token}` }
  return createAdminApiClient({ origin, settings: null }, (method, path, body) =>
    sendToRemoteServer(origin, { method, path, body, headers }),
  )
}

/** @throws AdminApiError if the address is not an origin, or the connection would not be encrypted */
export function parseServerOrigin(address: string, argument = '--server'): string {
  const url = URL.parse(address)
  if (url === null || url.href !== `${url.origin}/`)
    throw new AdminApiError(`${argument} "${address}" is not a server address, such as https://sign-in.example.`)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocalOrigin(url.origin)))
    throw new AdminApiError(`${argument} must start with https://, or the token could be read in transit.`)
  return url.origin
}
