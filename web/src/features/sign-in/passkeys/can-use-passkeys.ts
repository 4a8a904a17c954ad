// Feature detection: what this browser can do with passkeys. Read without loading the rest, because most of the sign-in page hangs on it.

/** Whether passkeys exist here at all: not in an old browser, in an insecure context, or at an IP address (WebAuthn §5.1.3). */
export const canUsePasskeys = (): boolean =>
  !/\.\d+$|]/.test(location.hostname) && typeof PublicKeyCredential === 'function'

/**
 * Whether the browser can offer passkeys by itself, in the list that it opens under a field (WebAuthn §5.1.7).
 * Only asked where `canUsePasskeys` is true.
 */
export async function canAutofillPasskeys(): Promise<boolean> {
  try {
    // Not every browser that has passkeys has the question, whatever the types say; undefined is no.
    return !!(await PublicKeyCredential.isConditionalMediationAvailable?.())
  } catch {
    return false
  }
}
