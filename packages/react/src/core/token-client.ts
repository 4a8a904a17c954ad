// Tokens and claims: code exchange, refresh and userinfo, all with DPoP.
import * as oauth from 'oauth4webapi'
import type { ClientEnvironment, StoredSession } from './client-environment.ts'
import { CountersignError } from './countersign-error.ts'
import type { SignInRequest } from './sign-in-request.ts'
import { createServerError, toCountersignError } from './to-countersign-error.ts'
import { withServerNonce } from './oauth-requests.ts'
import type { OauthRequests } from './oauth-requests.ts'

export interface TokenClientOptions {
  readonly redirectUri: () => string
  readonly api?: string
}

export interface Tokens {
  readonly accessToken: string
  /** Milliseconds since 1970; null if the server did not say. */
  readonly expiresAt: number | null
  readonly refreshToken: string | null
  readonly idToken: string | null
  /** Null if the response had no ID token, which a refresh may omit. */
  readonly claims: Claims | null
}

type Claims = Readonly<Record<string, unknown>>

export type TokenClient = ReturnType<typeof createTokenClient>

export function createTokenClient(
  { redirectUri, api }: TokenClientOptions,
  { discover, createClient, createRequestOptions, createTimeout, findProof, callResource }: OauthRequests,
  { now }: Pick<ClientEnvironment, 'now'>,
) {
  function toTokens(response: oauth.TokenEndpointResponse): Tokens {
    const { access_token: accessToken, expires_in: seconds, refresh_token: refreshToken, id_token: idToken } = response
    // RFC 9449 §5: other tokens are not bound to the key.
    if (response.token_type !== 'dpop')
      throw new CountersignError('invalid_response', { reason: `token_type is ${response.token_type}` })
    return {
      accessToken,
      expiresAt: seconds === undefined ? null : now() + seconds * 1000,
      refreshToken: refreshToken ?? null,
      idToken: idToken ?? null,
      claims: oauth.getValidatedIdTokenClaims(response) ?? null,
    }
  }

  const requestTokens = (grantType: string, parameters: Record<string, string>, keys: CryptoKeyPair): Promise<Tokens> =>
    withServerNonce(async () => {
      const server = await discover()
      const client = createClient()
      const options = { ...createRequestOptions(), DPoP: findProof(keys) }
      const response = await oauth.genericTokenEndpointRequest(
        server,
        client,
        oauth.None(),
        grantType,
        parameters,
        options,
      )
      return toTokens(await oauth.processGenericTokenEndpointResponse(server, client, response))
    })

  return {
    /**
     * Redeems the code of an answer whose `state` belongs to `request`. Without a resource, the token
     * is for userinfo.
     */
    exchange: async (
      answer: URLSearchParams,
      request: SignInRequest,
    ): Promise<{ tokens: Tokens; keys: CryptoKeyPair }> => {
      const { issuer } = await discover()
      // RFC 9207. Countersign always names itself.
      if (answer.getAll('iss').join(' ') !== issuer)
        throw new CountersignError('issuer_mismatch', { reason: `iss is ${answer.get('iss')}` })
      const serverError = answer.get('error')
      if (serverError !== null) throw createServerError(serverError, answer.get('error_description'))
      const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
      const parameters = {
        code: answer.getAll('code').join(' '),
        redirect_uri: redirectUri(),
        code_verifier: request.verifier,
      }
      const tokens = await requestTokens('authorization_code', parameters, keys)
      // OpenID Connect Core §3.1.3.7. The library checked everything else about the ID token.
      if (tokens.claims?.['nonce'] !== request.nonce)
        throw new CountersignError('invalid_response', { reason: `nonce is ${tokens.claims?.['nonce']}` })
      return { tokens, keys }
    },

    /** @throws CountersignError `session_ended` if the server refuses the refresh token */
    refresh: async ({ refreshToken, keys, subject }: StoredSession, isForApi: boolean): Promise<Tokens> => {
      const parameters = { refresh_token: refreshToken, ...(isForApi && api !== undefined && { resource: api }) }
      const tokens = await requestTokens('refresh_token', parameters, keys)
      // OpenID Connect Core §12.2.
      if (tokens.claims !== null && tokens.claims['sub'] !== subject)
        throw new CountersignError('session_ended', { reason: 'another sub' })
      return tokens
    },

    /** The claims of the ID token and of userinfo. */
    readClaims: async ({ accessToken, claims }: Tokens, keys: CryptoKeyPair, subject: string): Promise<Claims> => {
      const { userinfo_endpoint: endpoint = '' } = await discover()
      const response = await callResource(new URL(endpoint), createTimeout(), { accessToken, keys }).catch(
        (error: unknown) => {
          throw toCountersignError(error)
        },
      )
      const userinfo = response.ok ? ((await response.json()) as Claims) : {}
      // OpenID Connect Core §5.3.2.
      if (userinfo['sub'] === subject) return { ...claims, ...userinfo }
      throw new CountersignError(response.ok ? 'invalid_response' : 'network', {
        reason: `userinfo: ${response.status}`,
      })
    },
  }
}
