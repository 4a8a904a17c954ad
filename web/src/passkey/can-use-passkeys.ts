// Feature detection: what this browser can do with passkeys. Read without loading the rest, because most of the sign-in page hangs on it.

/** Whether passkeys exist here at all: an old browser, or a page that did not come over a safe way, has none. */
export const canUsePasskeys = (): boolean => typeof PublicKeyCredential === 'function' && 'credentials' in navigator

/** Whether the browser can offer passkeys by itself, in the list that it opens under a field (WebAuthn §5.1.7). */
export async function canAutofill(): Promise<boolean> {
  try {
    // Not every browser that has passkeys has the question, whatever the types say; undefined is no.
    // oxlint-disable-next-line typescript/no-unnecessary-boolean-literal-compare
    return canUsePasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true
  } catch {
    return false
  }
}
