// Has the browser make a new passkey (WebAuthn §5.1.3). Whatever it does comes back as a value.
import type { PasskeyAttestation, PasskeyCreationOptions } from '@countersign/api/api-endpoints'
import { toCredentialDescriptor } from './request-passkey-assertion.ts'
import { decodeBase64url, encodeBase64url } from './base64url-encoding.ts'
import { toPasskeyCeremonyFailure } from './passkey-ceremony-failure.ts'
import type { PasskeyCeremonyFailure } from './passkey-ceremony-failure.ts'

export type PasskeyCreationResult =
  /** `isElsewhere`: it was made on something else than this device, such as a phone or a security key. */
  | { readonly ok: true; readonly attestation: PasskeyAttestation; readonly isElsewhere: boolean }
  | { readonly ok: false; readonly reason: PasskeyCeremonyFailure }

/**
 * Never rejects.
 * @param credentials the browser's own, or a test's
 */
export async function createPasskey(
  creation: PasskeyCreationOptions,
  credentials: CredentialsContainer | undefined = navigator.credentials,
): Promise<PasskeyCreationResult> {
  if (!credentials) return { ok: false, reason: 'unsupported' }
  try {
    const answer = await credentials.create({ publicKey: toCreationOptions(creation) })
    if (!isAttestation(answer)) return { ok: false, reason: 'failed' }
    return {
      ok: true,
      attestation: encodeAttestation(answer),
      isElsewhere: answer.authenticatorAttachment === 'cross-platform',
    }
  } catch (thrown) {
    return { ok: false, reason: toPasskeyCeremonyFailure(thrown) }
  }
}

/** One that the browser finds without being told its id, because the sign-in page knows nobody yet, and that asks who uses it. */
const toCreationOptions = ({
  challenge,
  rpId,
  rpName,
  userHandle,
  username,
  algorithms,
  exclude,
  timeoutMs,
}: PasskeyCreationOptions): PublicKeyCredentialCreationOptions => ({
  challenge: decodeBase64url(challenge),
  rp: { id: rpId, name: rpName },
  user: { id: decodeBase64url(userHandle), name: username, displayName: username },
  pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
  excludeCredentials: exclude.map(toCredentialDescriptor),
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
  timeout: timeoutMs,
})

type Answer = Pick<PublicKeyCredential, 'rawId' | 'authenticatorAttachment'> & {
  response: AuthenticatorAttestationResponse
}

/** By its shape, as with an assertion. */
function isAttestation(answer: Credential | null): answer is Credential & Answer {
  return (
    answer !== null && 'rawId' in answer && typeof (answer as Partial<Answer>).response?.attestationObject === 'object'
  )
}

const encodeAttestation = ({ rawId, response }: Answer): PasskeyAttestation => ({
  id: encodeBase64url(rawId),
  clientDataJSON: encodeBase64url(response.clientDataJSON),
  attestationObject: encodeBase64url(response.attestationObject),
  // Only a hint for the next time; some stand-ins for the browser have none.
  transports: (response.getTransports?.() ?? []).filter((transport) => transport.length <= 32).slice(0, 8),
})
