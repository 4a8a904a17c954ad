// A sign-in server without a network, which signs any token that a test asks for.
import { SignJWT, calculateJwkThumbprint, exportJWK, generateKeyPair, base64url } from 'jose'
import type { CryptoKey, JWTHeaderParameters } from 'jose'

export const fakeIssuerOrigin = 'https://sign-in.example'
export const fakeApiAudience = 'https://api.shop.example'
export const fakeIssuerStartTime = Date.parse('2026-11-30T12:00:00Z')

type Claims = Record<string, unknown>

export interface TokenRequest {
  readonly parameters: URLSearchParams
  readonly headers: Headers
}

export interface FakeIssuer {
  readonly fetch: typeof fetch
  readonly now: () => number
  readonly pass: (milliseconds: number) => void
  readonly requests: string[]
  readonly revokedTokens: string[]
  readonly publicKey: CryptoKey
  /** Replies to token requests: a response body, or a refusal. */
  replyToTokenRequest: (request: TokenRequest) => Promise<Record<string, unknown>> | Record<string, unknown>
  /** Null if the endpoint does not work. */
  userinfo: Record<string, unknown> | null
  /** Merged into the discovery document. */
  document: Record<string, unknown>
  isReachable: boolean
  sign: (claims: Claims, header?: Claims, key?: CryptoKey | Uint8Array) => Promise<string>
  signAccessToken: (claims?: Claims, header?: Claims) => Promise<string>
  signLogoutToken: (claims?: Claims, header?: Claims) => Promise<string>
}

export async function createFakeIssuer(): Promise<FakeIssuer> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'current', alg: 'ES256', use: 'sig' }] }
  let time = fakeIssuerStartTime
  const seconds = (): number => Math.floor(time / 1000)
  const metadata = {
    issuer: fakeIssuerOrigin,
    authorization_endpoint: `${fakeIssuerOrigin}/authorize`,
    token_endpoint: `${fakeIssuerOrigin}/token`,
    userinfo_endpoint: `${fakeIssuerOrigin}/userinfo`,
    end_session_endpoint: `${fakeIssuerOrigin}/end-session`,
    revocation_endpoint: `${fakeIssuerOrigin}/revoke`,
    device_authorization_endpoint: `${fakeIssuerOrigin}/device/authorize`,
    jwks_uri: `${fakeIssuerOrigin}/jwks`,
    id_token_signing_alg_values_supported: ['ES256', 'HS256', 'none'],
    authorization_response_iss_parameter_supported: true,
  }
  const issuer: FakeIssuer = {
    now: () => time,
    pass: (milliseconds) => void (time += milliseconds),
    requests: [],
    revokedTokens: [],
    publicKey,
    userinfo: {},
    document: {},
    isReachable: true,
    replyToTokenRequest: () => ({ error: 'invalid_grant' }),
    fetch: async (input, init) => {
      const request = new Request(input, init)
      const { pathname } = new URL(request.url)
      issuer.requests.push(pathname)
      if (!issuer.isReachable) throw new TypeError('fetch failed')
      switch (pathname) {
        case '/.well-known/openid-configuration':
          return Response.json({ ...metadata, ...issuer.document })
        case '/jwks':
          return Response.json(jwks)
        case '/userinfo':
          return Response.json(issuer.userinfo ?? {}, { status: issuer.userinfo === null ? 503 : 200 })
        case '/revoke':
          issuer.revokedTokens.push(new URLSearchParams(await request.text()).get('token') ?? '')
          return new Response(null)
        case '/device/authorize':
          return Response.json({
            device_code: 'device-code',
            user_code: 'BCDF-GHJK',
            verification_uri: `${fakeIssuerOrigin}/device`,
            verification_uri_complete: `${fakeIssuerOrigin}/device?user_code=BCDF-GHJK`,
            expires_in: 600,
            interval: 0.001,
          })
        case '/token': {
          const parameters = new URLSearchParams(await request.text())
          const body = await issuer.replyToTokenRequest({ parameters, headers: request.headers })
          return createTokenResponse(body)
        }
        default:
          return new Response(null, { status: 404 })
      }
    },
    sign: (claims, header = {}, key = privateKey) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', kid: 'current', ...header } as JWTHeaderParameters)
        .sign(key),
    signAccessToken: (claims = {}, header = {}) =>
      issuer.sign(
        {
          iss: fakeIssuerOrigin,
          aud: `${fakeApiAudience}/`,
          sub: 'alice',
          client_id: 'shop',
          scope: 'api read',
          iat: seconds(),
          exp: seconds() + 300,
          jti: crypto.randomUUID(),
          ...claims,
        },
        { typ: 'at+jwt', ...header },
      ),
    signLogoutToken: (claims = {}, header = {}) =>
      issuer.sign(
        {
          iss: fakeIssuerOrigin,
          aud: 'shop',
          iat: seconds(),
          exp: seconds() + 120,
          jti: crypto.randomUUID(),
          events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
          ...claims,
        },
        { typ: 'logout+jwt', ...header },
      ),
  }
  return issuer
}

/** A refused client gets a challenge as well (RFC 6749 §5.2). */
function createTokenResponse(body: Record<string, unknown>): Response {
  if (body['error'] === 'invalid_client')
    return Response.json(body, { status: 401, headers: { 'www-authenticate': `Basic realm="${fakeIssuerOrigin}"` } })
  return Response.json(body, { status: 'error' in body ? 400 : 200 })
}

export interface DpopTestKey {
  readonly thumbprint: string
  /** @param header replaces members of the JWT header; null removes the public key */
  readonly sign: (claims: Claims, header?: Claims) => Promise<string>
}

export async function createDpopTestKey(): Promise<DpopTestKey> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(publicKey)
  return {
    thumbprint: await calculateJwkThumbprint(jwk),
    sign: (claims, header = {}) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk, ...header } as JWTHeaderParameters)
        .sign(privateKey),
  }
}

export const hashForAth = async (token: string): Promise<string> =>
  base64url.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))))
