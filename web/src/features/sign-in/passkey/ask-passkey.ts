// Asks a passkey of this person to sign (WebAuthn §5.1.4). Whatever the browser does comes back as a value.
import type { PasskeyAssertion, PasskeyRequest } from '@countersign/api/calls'
import { fromBase64url, toBase64url } from './base64url.ts'
import { failureOf } from './failure.ts'
import type { PasskeyFailure } from './failure.ts'

export type AskedPasskey =
  | { readonly ok: true; readonly assertion: PasskeyAssertion }
  | { readonly ok: false; readonly reason: PasskeyFailure }

export interface AskPasskeyOptions {
  /** `conditional` shows nothing until the person opens the browser's list under a field; then only a signal ends it. */
  readonly mediation?: CredentialMediationRequirement
  readonly signal?: AbortSignal
}

/**
 * Never rejects.
 * @param credentials the browser's own, or a test's
 */
export async function askPasskey(
  request: PasskeyRequest,
  options: AskPasskeyOptions = {},
  credentials: CredentialsContainer | undefined = navigator.credentials,
): Promise<AskedPasskey> {
  if (!credentials) return { ok: false, reason: 'unsupported' }
  try {
    const answer = await credentials.get({ ...options, publicKey: readRequest(request) })
    return isAssertion(answer) ? { ok: true, assertion: writeAssertion(answer) } : { ok: false, reason: 'failed' }
  } catch (thrown) {
    return { ok: false, reason: failureOf(thrown) }
  }
}

/** The person is always verified: who holds the device alone must not get in. */
const readRequest = ({ challenge, rpId, allow, timeoutMs }: PasskeyRequest): PublicKeyCredentialRequestOptions => ({
  challenge: fromBase64url(challenge),
  rpId,
  allowCredentials: allow.map(describeCredential),
  userVerification: 'required',
  timeout: timeoutMs,
})

/** A passkey as the browser knows it, by its id. */
export const describeCredential = ({
  id,
  transports,
}: PasskeyRequest['allow'][number]): PublicKeyCredentialDescriptor => ({
  type: 'public-key',
  id: fromBase64url(id),
  transports: transports as AuthenticatorTransport[],
})

type Answer = Pick<PublicKeyCredential, 'rawId'> & { response: AuthenticatorAssertionResponse }

/** By its shape and not its class: password managers stand in for the browser, and answer with objects of their own. */
function isAssertion(answer: Credential | null): answer is Credential & Answer {
  return answer !== null && 'rawId' in answer && typeof (answer as Partial<Answer>).response?.signature === 'object'
}

const writeAssertion = ({ rawId, response }: Answer): PasskeyAssertion => ({
  id: toBase64url(rawId),
  clientDataJSON: toBase64url(response.clientDataJSON),
  authenticatorData: toBase64url(response.authenticatorData),
  signature: toBase64url(response.signature),
  userHandle: response.userHandle && response.userHandle.byteLength > 0 ? toBase64url(response.userHandle) : null,
})
