// Why a passkey gave no answer, told by what the browser throws. Browsers say on purpose little: one that finds no passkey and a
// person who says no look the same (WebAuthn §5.1.4.1), so that a site cannot find out who has been where.

/** Nobody wanted to or nothing was there; this browser or address cannot; there is one already; anything else. */
export type PasskeyCeremonyFailure = 'cancelled' | 'unsupported' | 'registered-already' | 'failed'

/** By the names of WebAuthn §5.1.3 and §5.1.4; a `SecurityError` means that this address is not the site's own. */
const failuresByErrorName: Readonly<Record<string, PasskeyCeremonyFailure>> = {
  NotAllowedError: 'cancelled',
  AbortError: 'cancelled',
  InvalidStateError: 'registered-already',
  NotSupportedError: 'unsupported',
  ConstraintError: 'unsupported',
  SecurityError: 'unsupported',
}

/** @param thrown whatever the browser, or what stands in for it, threw */
export function toPasskeyCeremonyFailure(thrown: unknown): PasskeyCeremonyFailure {
  const name = typeof thrown === 'object' && thrown !== null && 'name' in thrown ? String(thrown.name) : ''
  return Object.hasOwn(failuresByErrorName, name) ? (failuresByErrorName[name] ?? 'failed') : 'failed'
}
