/**
 * Has the password manager delete a passkey, for good in some of them (WebAuthn L3 §5.1.10). Call
 * this only after the server reported `passkey.removed` (decision 0013). Never rejects.
 */
export async function signalRemovedPasskey(credentialId: string): Promise<void> {
  try {
    // Some browsers lack this function, despite its type.
    await PublicKeyCredential.signalUnknownCredential?.({ rpId: location.hostname, credentialId })
  } catch {}
}
