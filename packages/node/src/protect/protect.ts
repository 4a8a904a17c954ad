// Protects an API with access tokens, for any framework that uses Web requests and responses.
import { createIssuerMetadataLoader, IssuerUnavailableError } from '../issuer/load-issuer-metadata.ts'
import { createUserFromClaims, parseScopes } from '../user/user.ts'
import type { ApiUser } from '../user/user.ts'
import { createTokenChallengeResponse } from './create-token-challenge.ts'
import type { TokenChallenge } from './create-token-challenge.ts'
import { createDpopNonces } from './dpop-nonces.ts'
import { logRefusal } from './log-refusal.ts'
import type { Refusal } from './log-refusal.ts'
import { createProtectedResourceMetadata } from './protected-resource-metadata.ts'
import type { ProtectedResourceMetadata } from './protected-resource-metadata.ts'
import { readProtectConfiguration } from './protect-options.ts'
import type { ProtectOptions } from './protect-options.ts'
import { parseCredentials } from './parse-credentials.ts'
import { createReplayCache } from './replay-cache.ts'
import { verifyAccessToken } from './verify-access-token.ts'
import { verifyDpopProof } from './verify-dpop-proof.ts'
import type { DpopCheck } from './verify-dpop-proof.ts'

/**
 * The caller of a request, or the response that refuses it.
 *
 * @example
 * ```ts
 * import { protect } from '@countersign/node'
 * import type { ProtectResult } from '@countersign/node'
 *
 * const api = protect({ issuer: 'https://sign-in.example', audience: 'https://api.shop.example' })
 * const result: ProtectResult = await api.authenticate(new Request('https://api.shop.example/orders'))
 * result.outcome === 'refused' && result.response.status // => 401
 * ```
 */
export type ProtectResult =
  | { readonly outcome: 'allowed'; readonly user: ApiUser }
  | { readonly outcome: 'refused'; readonly response: Response }

/**
 * The protection of an API.
 *
 * @example
 * ```ts
 * import { protect } from '@countersign/node'
 * import type { Protection } from '@countersign/node'
 *
 * const api: Protection = protect({ issuer: 'https://sign-in.example', audience: 'https://api.shop.example' })
 * api.metadataPath // => '/.well-known/oauth-protected-resource'
 * ```
 */
export interface Protection {
  /** Checks the token of a request. */
  readonly authenticate: (request: Request) => Promise<ProtectResult>
  /** Wraps a handler of Web requests. */
  readonly handler: <Rest extends readonly unknown[]>(
    handle: (request: Request & { user: ApiUser }, ...rest: Rest) => Response | Promise<Response>,
  ) => (request: Request, ...rest: Rest) => Promise<Response>
  /** The metadata of this API, and the path at which to serve them (RFC 9728). */
  readonly metadata: ProtectedResourceMetadata
  readonly metadataPath: string
}

/**
 * Protects an API: only requests with a valid access token for it are allowed. The token is a JWT
 * (RFC 9068) that the sign-in server issued for this API, sent as a bearer token (RFC 6750) or
 * bound to a key (DPoP, RFC 9449).
 *
 * @param options the issuer and the audience default to COUNTERSIGN_ISSUER and COUNTERSIGN_AUDIENCE
 * @returns the check; refused requests get 401 or 403 with WWW-Authenticate, or 503 if the keys of
 *   the server cannot be loaded
 * @throws ConfigurationError if an option is missing or invalid
 * @example
 * ```ts
 * import { protect } from '@countersign/node'
 *
 * const api = protect({ issuer: 'https://sign-in.example', audience: 'https://api.shop.example', scopes: ['orders'] })
 * const handle = api.handler((request) => Response.json({ hello: request.user.sub }))
 *
 * const response = await handle(new Request('https://api.shop.example/orders'))
 * response.status // => 401
 * ```
 */
export function protect(options: ProtectOptions = {}): Protection {
  const configuration = readProtectConfiguration(options)
  const { issuer, audience, now, origins, dpopNonceSecret, log } = configuration
  const loadMetadata = createIssuerMetadataLoader(configuration)
  const dpop: DpopCheck = {
    now,
    origins,
    replays: createReplayCache(now, configuration.maxRememberedProofs),
    nonces: dpopNonceSecret === undefined ? null : createDpopNonces(dpopNonceSecret, now),
  }

  async function check(request: Request): Promise<CheckResult> {
    const credentials = parseCredentials(request.headers)
    if (credentials.outcome === 'missing')
      return refuse({ scheme: 'both', description: 'Send an access token in the header Authorization.' })
    if (credentials.outcome === 'refused')
      return refuse({ scheme: 'both', error: 'invalid_request', description: credentials.description })
    const { scheme, token, proof } = credentials
    if (scheme === 'Bearer' && configuration.dpopRequired)
      return refuse({ scheme: 'DPoP', error: 'invalid_token', description: 'This API requires DPoP-bound tokens.' })
    const verified = await verifyAccessToken(token, { issuer, audience, loadMetadata, now })
    if (verified.outcome === 'refused')
      return refuse({ scheme, error: 'invalid_token', description: verified.description })
    const { claims, thumbprint } = verified
    if (scheme === 'Bearer' && thumbprint !== null)
      // RFC 9449 §7.2: a stolen bound token must not work as a bearer token.
      return refuse({
        scheme: 'DPoP',
        error: 'invalid_token',
        description: 'The token is bound to a key. Send it with the scheme DPoP and a proof.',
      })
    if (scheme === 'DPoP') {
      const problem = await checkProof(request, token, proof, thumbprint)
      if (problem !== null) return problem
    }
    const scopes = parseScopes(claims['scope'])
    const missing = configuration.scopes.filter((scope) => !scopes.includes(scope))
    if (missing.length > 0)
      return refuse({
        scheme,
        error: 'insufficient_scope',
        description: `The access token lacks the scope ${missing.join(' ')}.`,
      })
    return { outcome: 'allowed', user: createUserFromClaims(claims, { clientId: String(claims['client_id']), scopes }) }
  }

  async function checkProof(
    request: Request,
    accessToken: string,
    proof: string | null,
    thumbprint: string | null,
  ): Promise<CheckResult | null> {
    if (thumbprint === null)
      return refuse({
        scheme: 'both',
        error: 'invalid_token',
        description: 'The token is not bound to a key. Send it with the scheme Bearer.',
      })
    const result = await verifyDpopProof(
      { proof: proof ?? '', method: request.method, url: new URL(request.url), accessToken, thumbprint },
      dpop,
    )
    if (result.outcome === 'verified') return null
    if (result.outcome === 'unavailable')
      return { outcome: 'unavailable', description: 'Too many DPoP proofs are in use.' }
    if (result.outcome === 'refused')
      return refuse({ scheme: 'DPoP', error: 'invalid_dpop_proof', description: result.description })
    const dpopNonce = (await dpop.nonces?.create()) ?? ''
    return refuse({
      scheme: 'DPoP',
      error: 'use_dpop_nonce',
      description: 'Use the nonce in the header DPoP-Nonce.',
      dpopNonce,
    })
  }

  async function authenticate(request: Request): Promise<ProtectResult> {
    const result = await check(request).catch(describeUnavailability)
    if (result.outcome === 'allowed') return result
    logRefusal(request, result, log)
    const response =
      result.outcome === 'unavailable'
        ? createUnavailableResponse(result.description)
        : createTokenChallengeResponse(result.challenge, configuration)
    return { outcome: 'refused', response }
  }

  return {
    authenticate,
    handler:
      (handle) =>
      async (request, ...rest) => {
        const result = await authenticate(request)
        if (result.outcome === 'refused') return result.response
        return handle(Object.assign(request, { user: result.user }), ...rest)
      },
    metadata: createProtectedResourceMetadata(configuration),
    metadataPath: configuration.metadataPath,
  }
}

type CheckResult = Refusal | { readonly outcome: 'allowed'; readonly user: ApiUser }

const refuse = (challenge: TokenChallenge): CheckResult => ({ outcome: 'refused', challenge })

function describeUnavailability(error: unknown): CheckResult {
  if (!(error instanceof IssuerUnavailableError)) throw error
  return { outcome: 'unavailable', description: error.message, cause: error }
}

/** The token may be valid, so the client should retry. */
const createUnavailableResponse = (description: string): Response =>
  Response.json(
    { error: 'temporarily_unavailable', error_description: description },
    { status: 503, headers: { 'retry-after': '5', 'cache-control': 'no-store' } },
  )
