import type { PasskeyAssertion, PasskeyRequestOptions } from '@countersign/api/api-endpoints'
import { decodeBase64url, encodeBase64url } from './base64url-encoding.ts'
import { toPasskeyCeremonyFailure } from './passkey-ceremony-failure.ts'
import type { PasskeyCeremonyFailure } from './passkey-ceremony-failure.ts'

export type PasskeyAssertionRequestResult =
  | { readonly ok: true; readonly assertion: PasskeyAssertion }
  | { readonly ok: false; readonly reason: PasskeyCeremonyFailure }

export interface PasskeyAssertionOptions {
  /** `conditional` means autofill, which only the signal ends. */
  readonly mediation?: CredentialMediationRequirement
  readonly signal?: AbortSignal
}

/** WebAuthn §5.1.4. Never rejects. */
export async function requestPasskeyAssertion(
  request: PasskeyRequestOptions,
  options: PasskeyAssertionOptions = {},
  credentials: CredentialsContainer | undefined = navigator.credentials,
): Promise<PasskeyAssertionRequestResult> {
  if (!credentials) return { ok: false, reason: 'unsupported' }
  try {
    const answer = await credentials.get({ ...options, publicKey: toRequestOptions(request) })
    return isAssertion(answer) ? { ok: true, assertion: encodeAssertion(answer) } : { ok: false, reason: 'failed' }
  } catch (thrown) {
    return { ok: false, reason: toPasskeyCeremonyFailure(thrown) }
  }
}

/** User verification is required: possession of the device is not enough. */
const toRequestOptions = ({
  challenge,
  rpId,
  allow,
  timeoutMs,
}: PasskeyRequestOptions): PublicKeyCredentialRequestOptions => ({
  challenge: decodeBase64url(challenge),
  rpId,
  allowCredentials: allow.map(toCredentialDescriptor),
  userVerification: 'required',
  timeout: timeoutMs,
})

export const toCredentialDescriptor = ({
  id,
  transports,
}: PasskeyRequestOptions['allow'][number]): PublicKeyCredentialDescriptor => ({
  type: 'public-key',
  id: decodeBase64url(id),
  transports: transports as AuthenticatorTransport[],
})

type Answer = Pick<PublicKeyCredential, 'rawId'> & { response: AuthenticatorAssertionResponse }

/** Checks the shape, not the class: password managers return their own objects. */
function isAssertion(answer: Credential | null): answer is Credential & Answer {
  return answer !== null && 'rawId' in answer && typeof (answer as Partial<Answer>).response?.signature === 'object'
}

const encodeAssertion = ({ rawId, response }: Answer): PasskeyAssertion => ({
  id: encodeBase64url(rawId),
  clientDataJSON: encodeBase64url(response.clientDataJSON),
  authenticatorData: encodeBase64url(response.authenticatorData),
  signature: encodeBase64url(response.signature),
  userHandle: response.userHandle && response.userHandle.byteLength > 0 ? encodeBase64url(response.userHandle) : null,
})
