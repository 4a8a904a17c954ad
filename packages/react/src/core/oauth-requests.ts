// What all requests to the sign-in server and the API share: metadata, clock, proofs and nonces.
import * as oauth from 'oauth4webapi'
import type { AccessCredentials, ClientEnvironment } from './client-environment.ts'
import { CountersignError } from './countersign-error.ts'
import { toCountersignError } from './to-countersign-error.ts'

const requestTimeoutMs = 20_000
const clockToleranceSeconds = 60

export type OauthRequests = ReturnType<typeof createOauthRequests>

export function createOauthRequests(
  { issuer, clientId }: { readonly issuer: string; readonly clientId: string },
  environment: Pick<ClientEnvironment, 'now' | 'fetch'>,
) {
  const proofs = new WeakMap<CryptoKeyPair, oauth.DPoPHandle>()
  let discovered: Promise<oauth.AuthorizationServer> | undefined

  const createClient = (): oauth.Client => ({
    client_id: clientId,
    // The library reads the clock itself.
    [oauth.clockSkew]: Math.round((environment.now() - Date.now()) / 1000),
    [oauth.clockTolerance]: clockToleranceSeconds,
  })
  const createRequestOptions = () => ({
    [oauth.customFetch]: (url: string, init: unknown) => environment.fetch(url, init as RequestInit),
    [oauth.allowInsecureRequests]: isLoopback(issuer),
    ...createTimeout(),
  })
  const findProof = (keys: CryptoKeyPair): oauth.DPoPHandle => {
    const proof = proofs.get(keys) ?? oauth.DPoP(createClient(), keys)
    proofs.set(keys, proof)
    return proof
  }

  async function discover(): Promise<oauth.AuthorizationServer> {
    discovered ??= requestDiscovery()
    try {
      return await discovered
    } catch (error) {
      discovered = undefined
      throw toCountersignError(error)
    }
  }

  async function requestDiscovery(): Promise<oauth.AuthorizationServer> {
    if (!URL.canParse(issuer))
      throw new CountersignError('configuration', {
        reason: `issuer is "${issuer}"; it must be an address such as https://sign-in.example`,
      })
    // OpenID Connect Discovery §4; the library's own function would add half a kilobyte.
    const response = await environment.fetch(`${issuer}/.well-known/openid-configuration`, createTimeout())
    const server = response.ok ? ((await response.json()) as oauth.AuthorizationServer) : null
    if (server?.issuer === issuer) return server
    throw new CountersignError(response.status >= 500 ? 'network' : 'configuration', {
      reason: `issuer is ${issuer}; it answered with status ${response.status} and issuer ${server?.issuer}`,
    })
  }

  /** @returns the response, also if it has a challenge */
  async function callResource(
    url: URL,
    init: RequestInit,
    { accessToken, keys }: Pick<AccessCredentials, 'accessToken' | 'keys'>,
  ): Promise<Response> {
    const send = () =>
      oauth.protectedResourceRequest(accessToken, init.method ?? 'GET', url, new Headers(init.headers), undefined, {
        DPoP: findProof(keys),
        // The library knows fewer kinds of bodies than `fetch`.
        [oauth.customFetch]: (address: string, { headers }: { headers: Record<string, string> }) =>
          environment.fetch(address, { ...init, headers, redirect: 'manual' }),
        [oauth.allowInsecureRequests]: isLoopback(url.href),
      })
    const receive = (error: unknown): Response => {
      if (error instanceof oauth.WWWAuthenticateChallengeError) return error.response
      throw error
    }
    try {
      return await send()
    } catch (error) {
      return oauth.isDPoPNonceError(error) ? send().catch(receive) : receive(error)
    }
  }

  return { discover, createClient, createRequestOptions, createTimeout, findProof, callResource }
}

/** A request that waits forever would hold the lock of all tabs. */
const createTimeout = () => ({ signal: AbortSignal.timeout(requestTimeoutMs) })

/** Sends the request again if the server requires a nonce in the proof (RFC 9449 §8). */
export async function withServerNonce<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (!oauth.isDPoPNonceError(error)) throw toCountersignError(error)
  }
  return run().catch((error: unknown) => {
    throw toCountersignError(error)
  })
}

/** Plain HTTP is accepted only on the developer's own machine. */
const isLoopback = (url: string): boolean =>
  URL.canParse(url) && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)
