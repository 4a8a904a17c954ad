// A sign-in on its way from a protected host and back (login CSRF, PKCE; THREATS M4, O16). Nothing of it is stored: the browser keeps a secret, and
// what comes back must fit to it.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { isBearerSecret } from '../../platform/random-bearer-secret.ts'
import { sanitizeReturnPath } from './parse-forward-auth-request.ts'

/** The secret of the browser on this host, and how often it began within these seconds. */
export interface ProtectedSiteSignInState {
  secret: string
  times: number
  /** Seconds since 1970. */
  since: number
}

/** Whoever begins so often in so short a time goes round in circles: what is set here does not come back there. */
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

/** The same browser begins once more. One secret for all its tabs, so that each comes back with what fits. */
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

/** What the code is bound to (RFC 7636 §4.2): who has it without the secret can do nothing with it. */
export const computeProtectedSiteCodeChallenge = (secret: string): string =>
  createHash('sha256').update(secret).digest('base64url')

const computeStateTag = (secret: string, host: string, target: string): string =>
  createHmac('sha256', secret).update(`${host}\n${target}`).digest('base64url')

/** The parameter in which a sign-in begins with the page that it comes back to. */
export const returnPathParameter = 'page'

/** Base64url, so that an address grows by a third at most, whatever it contains. */
export const encodeBase64urlReturnPath = (target: string): string => Buffer.from(target).toString('base64url')

export const decodeBase64urlReturnPath = (text: string): string => Buffer.from(text, 'base64url').toString()

/** The parameter `state`: where to go on afterwards, in the browser that began there alone (RFC 6749 §10.12). */
export const createProtectedSiteStateParameter = (secret: string, host: string, target: string): string =>
  `${encodeBase64urlReturnPath(target)}.${computeStateTag(secret, host, target)}`

/** @returns where to go on; null where this browser did not begin so on this host */
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
