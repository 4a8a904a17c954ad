// How long ago somebody may have signed in for an application (`max_age`, OpenID Connect Core §3.1.2.1): the smaller one of what its request
// says and what its operator set. It holds for plain OAuth and for devices as well.
import type { ApplicationRecord } from '../../store/applications/application-store.ts'

/** Somebody who has just signed in may take this long to read what is asked, whatever age is allowed. Seconds. */
const graceSeconds = 300

/**
 * @param asked the parameter `max_age` of the request
 * @returns seconds, or null for any time
 */
export function getEffectiveSignInMaxAge(
  application: Pick<ApplicationRecord, 'definition'> | undefined,
  asked: string | undefined,
): number | null {
  const ages = [application?.definition.maxAgeSeconds, asked === undefined ? null : Number(asked)]
  const limits = ages.filter((age) => typeof age === 'number')
  return limits.length === 0 ? null : Math.min(...limits)
}

/**
 * Whether a sign-in is too old.
 * @param greatest as `getEffectiveMaxAge` has it
 * @param createdAt when the session began; milliseconds since 1970, as `now`
 * @param isJustDone whether the sign-in took place for this very request
 */
export function isSignInTooOld(
  greatest: number | null,
  { createdAt, now, isJustDone }: { createdAt: number; now: number; isJustDone: boolean },
): boolean {
  if (greatest === null) return false
  // An age of 0 asks each time.
  if (greatest === 0 && !isJustDone) return true
  return (now - createdAt) / 1000 > (isJustDone ? Math.max(greatest, graceSeconds) : greatest)
}
