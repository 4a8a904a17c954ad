import type { AcceptedPasskeyCredentials } from '@countersign/api/api-endpoints'

/** Tells password managers which passkeys are left (WebAuthn L3 §5.1.10). Never rejects. */
export async function signalAcceptedPasskeys({ rpId, username, accounts }: AcceptedPasskeyCredentials): Promise<void> {
  for (const { userHandle: userId, credentialIds: allAcceptedCredentialIds } of accounts) {
    // Some browsers lack these functions, despite their types, or accept one signal at a time.
    await ignoreErrors(() =>
      PublicKeyCredential.signalAllAcceptedCredentials?.({ rpId, userId, allAcceptedCredentialIds }),
    )
    await ignoreErrors(() =>
      PublicKeyCredential.signalCurrentUserDetails?.({ rpId, userId, name: username, displayName: username }),
    )
  }
}

async function ignoreErrors(signal: () => Promise<void> | undefined): Promise<void> {
  try {
    await signal()
  } catch {}
}
