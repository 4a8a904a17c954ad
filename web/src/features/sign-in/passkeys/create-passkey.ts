import type { PasskeyAttestation, PasskeyCreationOptions } from '@countersign/api/api-endpoints'
import { toCredentialDescriptor } from './request-passkey-assertion.ts'
import { decodeBase64url, encodeBase64url } from './base64url-encoding.ts'
import { toPasskeyCeremonyFailure } from './passkey-ceremony-failure.ts'
import type { PasskeyCeremonyFailure } from './passkey-ceremony-failure.ts'

export type PasskeyCreationResult =
  /** `isElsewhere`: the passkey was created on another device, such as a phone or security key. */
  | { readonly ok: true; readonly attestation: PasskeyAttestation; readonly isElsewhere: boolean }
  | { readonly ok: false; readonly reason: PasskeyCeremonyFailure }

interface PasskeyCreationMode {
  /** `conditional` means in the background, which the browser may refuse (WebAuthn L3 §5.1.3). */
  readonly mediation?: 'conditional'
}

let backgroundCreation = new AbortController()

/** WebAuthn §5.1.3. Never rejects. Ends a creation in the background, which would block another. */
export async function createPasskey(
  creation: PasskeyCreationOptions,
  mode: PasskeyCreationMode = {},
  credentials: CredentialsContainer | undefined = navigator.credentials,
): Promise<PasskeyCreationResult> {
  if (!credentials) return { ok: false, reason: 'unsupported' }
  backgroundCreation.abort()
  backgroundCreation = new AbortController()
  const signal = mode.mediation === undefined ? {} : { signal: backgroundCreation.signal }
  try {
    const answer = await credentials.create({ ...mode, ...signal, publicKey: toCreationOptions(creation, mode) })
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

/** The passkey must be discoverable, because the sign-in page knows no IDs. */
const toCreationOptions = (
  { challenge, rpId, rpName, userHandle, username, algorithms, exclude, timeoutMs }: PasskeyCreationOptions,
  { mediation }: PasskeyCreationMode,
): PublicKeyCredentialCreationOptions => ({
  challenge: decodeBase64url(challenge),
  rp: { id: rpId, name: rpName },
  user: { id: decodeBase64url(userHandle), name: username, displayName: username },
  pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
  excludeCredentials: exclude.map(toCredentialDescriptor),
  authenticatorSelection: {
    residentKey: 'required',
    requireResidentKey: true,
    // In the background, no one can be verified. Each use requires it.
    userVerification: mediation === undefined ? 'required' : 'preferred',
  },
  attestation: 'none',
  timeout: timeoutMs,
})

type Answer = Pick<PublicKeyCredential, 'rawId' | 'authenticatorAttachment'> & {
  response: AuthenticatorAttestationResponse
}

function isAttestation(answer: Credential | null): answer is Credential & Answer {
  return (
    answer !== null && 'rawId' in answer && typeof (answer as Partial<Answer>).response?.attestationObject === 'object'
  )
}

const encodeAttestation = ({ rawId, response }: Answer): PasskeyAttestation => ({
  id: encodeBase64url(rawId),
  clientDataJSON: encodeBase64url(response.clientDataJSON),
  attestationObject: encodeBase64url(response.attestationObject),
  // Transports are only a hint, and some polyfills lack the method.
  transports: (response.getTransports?.() ?? []).filter((transport) => transport.length <= 32).slice(0, 8),
})
