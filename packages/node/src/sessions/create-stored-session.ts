// Turns a token response into a session, with the claims of the ID token and of the userinfo endpoint.
import * as client from 'openid-client'
import { parseScopes } from '../user/user.ts'
import type { Now } from '../settings/clock.ts'
import { describeError } from '../logging/describe-error.ts'
import type { StoredSession } from './session-store.ts'

type Tokens = Awaited<ReturnType<typeof client.refreshTokenGrant>>

/** Claims of the protocol, which say nothing about the person. */
const protocolClaims = new Set([
  'iss',
  'aud',
  'exp',
  'iat',
  'nbf',
  'nonce',
  'at_hash',
  'c_hash',
  's_hash',
  'azp',
  'jti',
])

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

interface SessionContext {
  readonly now: Now
  /** The API for which the access token is to be. Without one, it is for userinfo. */
  readonly api: string | null
  readonly log: (message: string) => void
}

export async function createStoredSession(
  configuration: client.Configuration,
  tokens: Tokens,
  { scope, maxAgeMs, ...context }: SessionContext & { scope: string; maxAgeMs: number },
): Promise<StoredSession> {
  const idClaims = tokens.claims()
  if (idClaims === undefined) throw new Error('The token response has no ID token')
  const scopes = parseScopes(tokens.scope ?? scope)
  return {
    sub: idClaims.sub,
    sid: text(idClaims['sid']),
    claims: await readClaims(configuration, tokens, { idClaims, scopes }),
    scopes,
    idToken: tokens.id_token ?? '',
    ...(await selectAccessToken(configuration, tokens, { ...context, refreshToken: tokens.refresh_token ?? null })),
    signedInAt: idClaims.iat * 1000,
    expiresAt: context.now() + maxAgeMs,
  }
}

/**
 * A token for an API is not valid at the userinfo endpoint, so it is a second one (RFC 8707 §2.2). If
 * the server refuses it, the person is signed in without it.
 */
async function selectAccessToken(
  configuration: client.Configuration,
  tokens: Tokens,
  { refreshToken, now, api, log }: SessionContext & { refreshToken: string | null },
): Promise<Pick<StoredSession, 'accessToken' | 'accessTokenExpiresAt' | 'refreshToken'>> {
  const own = { ...describeTokens(tokens, now), refreshToken }
  if (api === null) return own
  try {
    if (refreshToken === null)
      throw new Error(
        'the server issued no refresh token, which it needs. Register the application as first-party, or ' +
          "pass authorizationParameters: { prompt: 'consent' }",
      )
    const apiTokens = await client.refreshTokenGrant(configuration, refreshToken, { resource: api })
    return { ...describeTokens(apiTokens, now), refreshToken: apiTokens.refresh_token ?? refreshToken }
  } catch (error) {
    log(`countersign: a session has no token for the API ${api}: ${describeError(error)}`)
    return { ...own, accessToken: null }
  }
}

/**
 * The absolute end of the session stays the same.
 *
 * @throws ResponseBodyError if the server refuses the refresh token
 */
export async function createRefreshedSession(
  configuration: client.Configuration,
  { previous, refreshToken, ...context }: SessionContext & RefreshedSession,
): Promise<StoredSession> {
  const tokens = await client.refreshTokenGrant(configuration, refreshToken)
  const idClaims = tokens.claims() ?? { sub: previous.sub }
  // OpenID Connect Core §12.2
  if (idClaims.sub !== previous.sub) throw new Error('The refreshed ID token is of another person')
  const scopes = tokens.scope === undefined ? previous.scopes : parseScopes(tokens.scope)
  const claims = await readClaims(configuration, tokens, {
    idClaims: { ...keptClaims(previous), ...idClaims },
    scopes,
  }).catch((error: unknown) => {
    // Without the new tokens, the next refresh would use a rotated token, which counts as theft.
    context.log(`countersign: the claims of a session could not be read from userinfo: ${describeError(error)}`)
    return previous.claims
  })
  const latest = { ...context, refreshToken: tokens.refresh_token ?? refreshToken }
  return {
    ...previous,
    sid: text((idClaims as Record<string, unknown>)['sid']) ?? previous.sid,
    claims,
    scopes,
    idToken: tokens.id_token ?? previous.idToken,
    ...(await selectAccessToken(configuration, tokens, latest)),
  }
}

interface RefreshedSession {
  readonly previous: StoredSession
  readonly refreshToken: string
}

/** Authentication claims, which a refreshed ID token may lack. */
const keptClaims = ({ claims }: StoredSession): Record<string, unknown> =>
  Object.fromEntries(Object.entries(claims).filter(([name]) => ['acr', 'amr', 'auth_time', 'sid'].includes(name)))

async function readClaims(
  configuration: client.Configuration,
  tokens: Tokens,
  { idClaims, scopes }: { idClaims: { sub: string }; scopes: readonly string[] },
): Promise<Record<string, unknown>> {
  const hasUserinfo =
    scopes.some((scope) => scope !== 'openid' && scope !== 'offline_access') &&
    configuration.serverMetadata().userinfo_endpoint !== undefined
  const more = hasUserinfo ? await client.fetchUserInfo(configuration, tokens.access_token, idClaims.sub) : {}
  const claims = Object.entries({ ...idClaims, ...more })
  return Object.fromEntries(claims.filter(([name]) => !protocolClaims.has(name)))
}

const describeTokens = (tokens: Tokens, now: Now) => ({
  accessToken: tokens.access_token,
  accessTokenExpiresAt: now() + (tokens.expires_in ?? 300) * 1000,
})
