// Has the browser make a new passkey (WebAuthn §5.1.3). Whatever it does comes back as a value.
import type { PasskeyAttestation, PasskeyCreation } from '@countersign/api/calls'
import { describeCredential } from './ask-passkey.ts'
import { fromBase64url, toBase64url } from './base64url.ts'
import { failureOf } from './failure.ts'
import type { PasskeyFailure } from './failure.ts'

export type MadePasskey =
  /** `isElsewhere`: it was made on something else than this device, such as a phone or a security key. */
  | { readonly ok: true; readonly attestation: PasskeyAttestation; readonly isElsewhere: boolean }
  | { readonly ok: false; readonly reason: PasskeyFailure }

/**
 * Never rejects.
 * @param credentials the browser's own, or a test's
 */
export async function makePasskey(
  creation: PasskeyCreation,
  credentials: CredentialsContainer | undefined = navigator.credentials,
): Promise<MadePasskey> {
  if (!credentials) return { ok: false, reason: 'unsupported' }
  try {
    const answer = await credentials.create({ publicKey: readCreation(creation) })
    if (!isAttestation(answer)) return { ok: false, reason: 'failed' }
    return {
      ok: true,
      attestation: writeAttestation(answer),
      isElsewhere: answer.authenticatorAttachment === 'cross-platform',
    }
  } catch (thrown) {
    return { ok: false, reason: failureOf(thrown) }
  }
}

/** One that the browser finds without being told its id, because the sign-in page knows nobody yet, and that asks who uses it. */
const readCreation = ({
  challenge,
  rpId,
  rpName,
  userHandle,
  userName,
  algorithms,
  exclude,
  timeoutMs,
}: PasskeyCreation): PublicKeyCredentialCreationOptions => ({
  challenge: fromBase64url(challenge),
  rp: { id: rpId, name: rpName },
  user: { id: fromBase64url(userHandle), name: userName, displayName: userName },
  pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
  excludeCredentials: exclude.map(describeCredential),
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

const writeAttestation = ({ rawId, response }: Answer): PasskeyAttestation => ({
  id: toBase64url(rawId),
  clientDataJSON: toBase64url(response.clientDataJSON),
  attestationObject: toBase64url(response.attestationObject),
  // Only a hint for the next time; some stand-ins for the browser have none.
  transports: (response.getTransports?.() ?? []).filter((transport) => transport.length <= 32).slice(0, 8),
})
