// Turns a token response into a session, with the claims of the ID token and of the userinfo endpoint.
import * as client from 'openid-client'
import { parseScopes } from '../user/user.ts'
import type { Now } from '../settings/clock.ts'
import { describeError } from './describe-error.ts'
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

export async function createStoredSession(
  configuration: client.Configuration,
  tokens: Tokens,
  { scope, now, maxAgeMs }: { scope: string; now: Now; maxAgeMs: number },
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
    ...describeTokens(tokens, now),
    refreshToken: tokens.refresh_token ?? null,
    signedInAt: idClaims.iat * 1000,
    expiresAt: now() + maxAgeMs,
  }
}

/** The absolute end of the session stays the same. */
export async function createRefreshedSession(
  configuration: client.Configuration,
  tokens: Tokens,
  { previous, now, log }: { previous: StoredSession; now: Now; log: (message: string) => void },
): Promise<StoredSession> {
  const idClaims = tokens.claims() ?? { sub: previous.sub }
  // OpenID Connect Core §12.2
  if (idClaims.sub !== previous.sub) throw new Error('The refreshed ID token is of another person')
  const scopes = tokens.scope === undefined ? previous.scopes : parseScopes(tokens.scope)
  return {
    ...previous,
    sid: text((idClaims as Record<string, unknown>)['sid']) ?? previous.sid,
    // Without the new tokens, the next refresh would use a rotated token, which counts as theft.
    claims: await readClaims(configuration, tokens, {
      idClaims: { ...keptClaims(previous), ...idClaims },
      scopes,
    }).catch((error: unknown) => {
      log(`countersign: the claims of a session could not be refreshed from userinfo: ${describeError(error)}`)
      return previous.claims
    }),
    scopes,
    idToken: tokens.id_token ?? previous.idToken,
    ...describeTokens(tokens, now),
    refreshToken: tokens.refresh_token ?? previous.refreshToken,
  }
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
