// The browser keeps a secret that the response must match (login CSRF, PKCE; THREATS M4, O16).
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { isBearerSecret } from '../../platform/random-bearer-secret.ts'
import { sanitizeReturnPath } from './parse-forward-auth-request.ts'

/** `times` counts the sign-ins that the browser has started after `since`. */
export interface ProtectedSiteSignInState {
  secret: string
  times: number
  /** Epoch seconds. */
  since: number
}

/** More sign-ins than this within `attemptWindowSeconds` are treated as a redirect loop. */
const maxSignInAttempts = 8
const attemptWindowSeconds = 20

export const parseProtectedSiteSignInState = (text: string | undefined): ProtectedSiteSignInState | null => {
  const [secret, times = '', since = '', rest] = (text ?? '').split('.')
  if (!isBearerSecret(secret) || rest !== undefined || !/^[0-9]{1,3}$/.test(times) || !/^[0-9]{1,12}$/.test(since))
    return null
  return { secret, times: Number(times), since: Number(since) }
}

export const serializeProtectedSiteSignInState = ({ secret, times, since }: ProtectedSiteSignInState): string =>
  `${secret}.${times}.${since}`

/** All tabs of a browser share one secret, so that each of them can return. */
export function renewProtectedSiteSignInState(
  before: ProtectedSiteSignInState | null,
  fresh: () => string,
  now: number,
): ProtectedSiteSignInState {
  const seconds = Math.floor(now / 1000)
  if (before === null) return { secret: fresh(), times: 1, since: seconds }
  const isRecent = Math.abs(seconds - before.since) < attemptWindowSeconds
  return { ...before, times: isRecent ? Math.min(before.times + 1, 999) : 1, since: isRecent ? before.since : seconds }
}

export const isProtectedSiteSignInLoop = ({ times }: ProtectedSiteSignInState): boolean => times > maxSignInAttempts

/** RFC 7636 §4.2: the code is useless without the secret. */
export const computeProtectedSiteCodeChallenge = (secret: string): string =>
  createHash('sha256').update(secret).digest('base64url')

const computeStateTag = (secret: string, host: string, target: string): string =>
  createHmac('sha256', secret).update(`${host}\n${target}`).digest('base64url')

export const returnPathParameter = 'page'

/** In base64url, the path becomes at most a third longer, whatever it contains. */
export const encodeBase64urlReturnPath = (target: string): string => Buffer.from(target).toString('base64url')

export const decodeBase64urlReturnPath = (text: string): string => Buffer.from(text, 'base64url').toString()

/** Valid only in the browser that started the sign-in (RFC 6749 §10.12). */
export const createProtectedSiteStateParameter = (secret: string, host: string, target: string): string =>
  `${encodeBase64urlReturnPath(target)}.${computeStateTag(secret, host, target)}`

/** @returns the path to return to; null if the state belongs to another browser or host */
export function verifyProtectedSiteStateParameter(
  secret: string,
  host: string,
  state: string,
  longest: number,
): string | null {
  const [encoded = '', tag = ''] = state.split('.')
  const target = decodeBase64urlReturnPath(encoded)
  const [expected, given] = [Buffer.from(computeStateTag(secret, host, target)), Buffer.from(tag)]
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return null
  return sanitizeReturnPath(host, target, longest)
}
