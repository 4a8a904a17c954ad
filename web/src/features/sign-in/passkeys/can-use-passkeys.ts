// Separate and small, because the sign-in page needs it early.

/** False in old browsers, in insecure contexts, and on IP addresses (WebAuthn §5.1.3). */
export const canUsePasskeys = (): boolean =>
  !/\.\d+$|]/.test(location.hostname) && typeof PublicKeyCredential === 'function'

/** Whether the browser supports passkey autofill (WebAuthn L3 §5.1). Requires `canUsePasskeys`. */
export async function canAutofillPasskeys(): Promise<boolean> {
  try {
    // Some browsers lack this function, despite its type.
    return !!(await PublicKeyCredential.isConditionalMediationAvailable?.())
  } catch {
    return false
  }
}
