// By design, "no passkey" and "declined" are indistinguishable (WebAuthn §5.1.4.1). Chrome and
// Firefox also report a security key without a PIN as `NotAllowedError`.

export type PasskeyCeremonyFailure =
  | 'cancelled'
  /** No device lock or PIN, or a security key that cannot store passkeys. */
  | 'no-user-verification'
  | 'unsupported'
  | 'registered-already'
  | 'failed'

/** Error names from WebAuthn §5.1.3 and §5.1.4. `SecurityError` means that the domain is wrong. */
const failuresByErrorName: Readonly<Record<string, PasskeyCeremonyFailure>> = {
  NotAllowedError: 'cancelled',
  AbortError: 'cancelled',
  InvalidStateError: 'registered-already',
  NotSupportedError: 'unsupported',
  ConstraintError: 'no-user-verification',
  SecurityError: 'unsupported',
}

export function toPasskeyCeremonyFailure(thrown: unknown): PasskeyCeremonyFailure {
  const name = typeof thrown === 'object' && thrown !== null && 'name' in thrown ? String(thrown.name) : ''
  return Object.hasOwn(failuresByErrorName, name) ? (failuresByErrorName[name] ?? 'failed') : 'failed'
}
