// Back-channel logout: the sign-in server reports that a session ended (OpenID Connect Back-Channel Logout §2.6).
import { jwtVerify } from 'jose'
import type { JWTPayload } from 'jose'
import { isTokenError } from '../issuer/is-token-error.ts'
import { IssuerUnavailableError } from '../issuer/load-issuer-metadata.ts'
import type { IssuerMetadata } from '../issuer/load-issuer-metadata.ts'
import type { ReplayCache } from '../protect/replay-cache.ts'
import { toSeconds } from '../settings/clock.ts'
import { readLimitedText } from './read-limited-text.ts'
import type { SessionRepository } from './session-repository.ts'
import type { SessionsConfiguration } from './session-options.ts'

export interface BackChannelLogoutContext {
  readonly configuration: Pick<SessionsConfiguration, 'issuer' | 'clientId' | 'now'>
  readonly loadMetadata: () => Promise<IssuerMetadata>
  readonly repository: Pick<SessionRepository, 'endBySid' | 'endBySub'>
  readonly replays: ReplayCache
}

const event = 'http://schemas.openid.net/event/backchannel-logout'
const [maxBodyLength, maxAgeSeconds, toleranceSeconds] = [16_384, 300, 30]

export async function handleBackChannelLogout(request: Request, context: BackChannelLogoutContext): Promise<Response> {
  const { configuration, loadMetadata, repository, replays } = context
  const body = await readLimitedText(request, maxBodyLength)
  const token = body === null ? null : new URLSearchParams(body).get('logout_token')
  if (token === null || token === '') return refuse('The body must contain a logout_token.')
  const claims = await verifyLogoutToken(token, configuration, loadMetadata)
  if (typeof claims === 'string') return refuse(claims)
  const { sub, sid, iat = 0, jti } = claims
  const replay = replays.add(String(jti), (iat + maxAgeSeconds + toleranceSeconds) * 1000)
  if (replay === 'full') return refuse('Too many logout tokens are in use. Try again later.', 503)
  // A repeated delivery succeeds without effect, so that the server stops retrying.
  if (replay === 'seen') return createResponse(null, 200)
  try {
    if (typeof sid === 'string') await repository.endBySid(sid, iat)
    else if (sub !== undefined) await repository.endBySub(sub, iat)
  } catch (error) {
    replays.remove(String(jti))
    throw error
  }
  return createResponse(null, 200)
}

/** @returns the claims, or a description of the problem */
async function verifyLogoutToken(
  token: string,
  { issuer, clientId, now }: BackChannelLogoutContext['configuration'],
  loadMetadata: () => Promise<IssuerMetadata>,
): Promise<JWTPayload | string> {
  const { keys, algorithms } = await loadMetadata()
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience: clientId,
      // An ID token must not pass as a logout token.
      typ: 'logout+jwt',
      algorithms: [...algorithms],
      requiredClaims: ['iat', 'exp', 'jti', 'events'],
      clockTolerance: toleranceSeconds,
      currentDate: new Date(now()),
    })
    return findClaimProblem(payload, toSeconds(now())) ?? payload
  } catch (error) {
    if (isTokenError(error)) return `The logout token is invalid: ${error.message}`
    throw new IssuerUnavailableError('The signing keys of the sign-in server could not be loaded.', { cause: error })
  }
}

function findClaimProblem({ iat, nonce, events, sub, sid, jti }: JWTPayload, seconds: number): string | null {
  if (nonce !== undefined) return 'A logout token must not contain a nonce.'
  const content = typeof events === 'object' && events !== null ? (events as Record<string, unknown>)[event] : undefined
  if (typeof content !== 'object' || content === null) return `The claim "events" must contain ${event}.`
  if (typeof sub !== 'string' && typeof sid !== 'string') return 'A logout token must contain "sub" or "sid".'
  if (typeof jti !== 'string' || jti === '' || jti.length > 256) return 'The claim "jti" is invalid.'
  if (typeof iat !== 'number' || seconds - iat > maxAgeSeconds || iat - seconds > toleranceSeconds)
    return `The logout token must not be more than ${maxAgeSeconds} seconds old.`
  return null
}

const refuse = (description: string, status = 400): Response =>
  createResponse(JSON.stringify({ error: 'invalid_request', error_description: description }), status)

const createResponse = (body: string | null, status: number): Response =>
  new Response(body, {
    status,
    headers: { 'cache-control': 'no-store', ...(body !== null && { 'content-type': 'application/json' }) },
  })
