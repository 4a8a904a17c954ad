// Maximum age of sign-ins (`max_age`, OpenID Connect Core §3.1.2.1), with or without `openid`.
import type { ApplicationRecord } from '../../store/applications/application-store.ts'

/** Time for the consent page after signing in, whatever the maximum age. */
const graceSeconds = 300

/** In seconds; null for no limit. */
export function getEffectiveSignInMaxAge(
  application: Pick<ApplicationRecord, 'definition'> | undefined,
  asked: string | undefined,
): number | null {
  const ages = [application?.definition.maxAgeSeconds, asked === undefined ? null : Number(asked)]
  const limits = ages.filter((age) => typeof age === 'number')
  return limits.length === 0 ? null : Math.min(...limits)
}

/** @param isJustDone whether the sign-in was for this request; `createdAt` and `now` in ms */
export function isSignInTooOld(
  greatest: number | null,
  { createdAt, now, isJustDone }: { createdAt: number; now: number; isJustDone: boolean },
): boolean {
  if (greatest === null) return false
  // 0 requires a sign-in for every request.
  if (greatest === 0 && !isJustDone) return true
  return (now - createdAt) / 1000 > (isJustDone ? Math.max(greatest, graceSeconds) : greatest)
}
