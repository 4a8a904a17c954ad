// A fetch function for one API: adds the token and its proof, and renews them.
import type { AccessCredentials } from './client-environment.ts'
import type { ClientSession } from './client-session.ts'
import { CountersignError } from './countersign-error.ts'
import type { OauthRequests } from './oauth-requests.ts'

/**
 * Like `fetch`, but only for addresses on the origin of the API. A path is relative to the API.
 * @example
 * ```ts
 * import type { ApiFetch } from '@countersign/react'
 *
 * const countOrders = async (api: ApiFetch): Promise<number> => (await (await api('/orders')).json()).length
 * await countOrders(async () => Response.json(['one', 'two'])) // => 2
 * ```
 */
export type ApiFetch = (input: string | URL, init?: RequestInit) => Promise<Response>

export interface ApiFetchOptions {
  readonly api: string | undefined
  readonly onInsufficientScope: 'return' | 'ask' | undefined
  readonly session: Pick<ClientSession, 'getCredentials' | 'renewCredentials'>
  readonly callResource: OauthRequests['callResource']
  /** @returns whether the same person is signed in with the scope now */
  readonly signIn: (scope: string) => Promise<boolean>
  readonly onError: (error: unknown) => void
}

export function createApiFetch(options: ApiFetchOptions): ApiFetch {
  const { api, session, callResource, onInsufficientScope } = options
  return async (input, init = {}) => {
    const url = resolveApiUrl(api, input)
    const send = (credentials: AccessCredentials): Promise<Response> => callResource(url, init, credentials)
    const canRepeat = !(init.body instanceof ReadableStream)
    try {
      const response = await send(await session.getCredentials())
      if (response.status === 401 && isTokenRefused(response) && canRepeat)
        return await send(await session.renewCredentials())
      const scope = readMissingScope(response)
      if (scope === null) return response
      if (onInsufficientScope === 'ask' && canRepeat && (await options.signIn(scope)))
        return await send(await session.getCredentials())
      options.onError(new CountersignError('insufficient_scope', { scope }))
      return response
    } catch (error) {
      if (error instanceof CountersignError) options.onError(error)
      throw error
    }
  }
}

/** @throws CountersignError `foreign_origin`, so that no token ever leaves for another server */
function resolveApiUrl(api: string | undefined, input: string | URL): URL {
  if (api === undefined || !URL.canParse(api))
    throw new CountersignError('configuration', {
      reason: `api is "${api}"; it must be an address such as https://api.shop.example`,
    })
  const base = api.endsWith('/') ? api : `${api}/`
  const text = String(input)
  // A path keeps the path of the API in front of it.
  const relative = /^\/(?![/\\])/.test(text) ? `.${text}` : text
  const url = URL.canParse(relative, base) ? new URL(relative, base) : null
  if (url === null || url.origin !== new URL(api).origin)
    throw new CountersignError('foreign_origin', {
      reason: `${text} is not on the origin of api, ${api}; use fetch for it`,
    })
  return url
}

/** Without a readable challenge (CORS), the token is the likely reason. */
function isTokenRefused(response: Response): boolean {
  const challenge = response.headers.get('www-authenticate')
  return challenge === null || /\berror="?invalid_token\b/i.test(challenge)
}

/** RFC 6750 §3.1. @returns null if the response is about something else */
function readMissingScope(response: Response): string | null {
  if (response.status !== 403) return null
  const challenge = response.headers.get('www-authenticate') ?? ''
  if (!/\berror="?insufficient_scope\b/i.test(challenge)) return null
  return /\bscope="([\u0021\u0023-\u005B\u005D-\u007E ]{1,1000})"/i.exec(challenge)?.[1] ?? ''
}
