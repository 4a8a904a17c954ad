// Verifies a passkey registration (WebAuthn §7.1).
import type { PasskeyAttestation } from '@countersign/api/api-endpoints'
import { checkWebauthnClientData } from '../challenges/check-webauthn-client-data.ts'
import type { WebauthnClientData, WebauthnClientDataErrorReason } from '../challenges/check-webauthn-client-data.ts'
import { supportedCoseAlgorithms, getRelyingPartyId } from '../challenges/webauthn-relying-party.ts'
import { checkAuthenticatorData } from './verify-passkey-assertion.ts'
import type { AuthenticatorDataErrorReason, PasskeyAuthenticatorState } from './verify-passkey-assertion.ts'

/** `publicKey` is in COSE format, base64url. */
export type NewPasskey = PasskeyAuthenticatorState & { credentialId: string; publicKey: string; transports: string[] }

type PasskeyAttestationError = WebauthnClientDataErrorReason | AuthenticatorDataErrorReason | 'another credential id'

export type PasskeyAttestationResult =
  | { outcome: 'verified'; passkey: NewPasskey }
  | { outcome: 'refused'; reason: PasskeyAttestationError }

/** Allows future transports too (WebAuthn §5.8.4). */
const transportPattern = /^[a-z][a-z-]{0,31}$/

interface AttestationRequirements {
  /** False for creation in the background, which involves no user (WebAuthn L3 §5.1.3). */
  requiresUser: boolean
}

export async function verifyPasskeyAttestation(
  origin: string,
  attestation: PasskeyAttestation,
  clientData: WebauthnClientData,
  requirements: AttestationRequirements = { requiresUser: true },
): Promise<PasskeyAttestationResult> {
  const fault = checkWebauthnClientData(clientData, 'webauthn.create', origin)
  return fault === null
    ? verifyRegistration(origin, attestation, clientData, requirements)
    : { outcome: 'refused', reason: fault }
}

async function verifyRegistration(
  origin: string,
  attestation: PasskeyAttestation,
  { challenge }: WebauthnClientData,
  { requiresUser }: AttestationRequirements,
): Promise<PasskeyAttestationResult> {
  const { id, clientDataJSON, attestationObject } = attestation
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  try {
    const data = await decodeAuthenticatorData(attestationObject)
    const fault = checkAuthenticatorData(origin, data, requiresUser)
    if (fault !== null) return { outcome: 'refused', reason: fault }
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject: await stripAttestationStatement(data) },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: getRelyingPartyId(origin),
      requireUserPresence: requiresUser,
      requireUserVerification: requiresUser,
      supportedAlgorithmIDs: supportedCoseAlgorithms,
    })
    if (!verified) return { outcome: 'refused', reason: 'unreadable' }
    const { credential, credentialDeviceType, credentialBackedUp } = registrationInfo
    // The library reads the ID from the authenticator data and does not compare it with `id`.
    if (credential.id !== id) return { outcome: 'refused', reason: 'another credential id' }
    return {
      outcome: 'verified',
      passkey: {
        credentialId: id,
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        transports: attestation.transports.filter((transport) => transportPattern.test(transport)),
        counter: credential.counter,
        deviceType: credentialDeviceType,
        backedUp: credentialBackedUp,
      },
    }
  } catch {
    // The library's message may quote the input, so it is not logged.
    return { outcome: 'refused', reason: 'unreadable' }
  }
}

async function decodeAuthenticatorData(attestationObject: string): Promise<Uint8Array> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  return decodeAttestationObject(Buffer.from(attestationObject, 'base64url')).get('authData')
}

/** Attestation is not requested (WebAuthn §5.4.7); parsing it could fetch URLs (THREATS O9). */
async function stripAttestationStatement(authData: Uint8Array): Promise<string> {
  const { isoCBOR } = await import('@simplewebauthn/server/helpers')
  const bare = new Map<string, string | Map<string, never> | Uint8Array>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, never>()],
    ['authData', authData],
  ])
  return Buffer.from(isoCBOR.encode(bare)).toString('base64url')
}
