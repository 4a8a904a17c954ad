// Is this a new passkey, made for this challenge and this site, with its person verified (WebAuthn §7.1)?
import type { PasskeyAttestation } from '@countersign/api/calls'
import { judgeClientData } from '../challenges/client-data.ts'
import type { ClientData, ClientDataFault } from '../challenges/client-data.ts'
import { algorithms, relyingPartyId } from '../challenges/relying-party.ts'
import { judgeAuthenticatorData } from './verify-assertion.ts'
import type { AuthenticatorDataFault, PasskeyState } from './verify-assertion.ts'

/** A passkey that was just made; its key in COSE form, base64url. */
export type NewPasskey = PasskeyState & { credentialId: string; publicKey: string; transports: string[] }

type AttestationFault = ClientDataFault | AuthenticatorDataFault | 'another credential id'

export type AttestationVerdict =
  | { outcome: 'verified'; passkey: NewPasskey }
  | { outcome: 'refused'; reason: AttestationFault }

/** The ways to reach an authenticator, in the words of today or tomorrow (WebAuthn §5.8.4). */
const transportForm = /^[a-z][a-z-]{0,31}$/

export async function verifyAttestation(
  origin: string,
  attestation: PasskeyAttestation,
  clientData: ClientData,
): Promise<AttestationVerdict> {
  const fault = judgeClientData(clientData, 'webauthn.create', origin)
  return fault === null ? verify(origin, attestation, clientData) : { outcome: 'refused', reason: fault }
}

async function verify(
  origin: string,
  attestation: PasskeyAttestation,
  { challenge }: ClientData,
): Promise<AttestationVerdict> {
  const { id, clientDataJSON, attestationObject } = attestation
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  try {
    const data = await authenticatorDataOf(attestationObject)
    const fault = judgeAuthenticatorData(origin, data)
    if (fault !== null) return { outcome: 'refused', reason: fault }
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject: await withoutStatement(data) },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: relyingPartyId(origin),
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (!verified) return { outcome: 'refused', reason: 'unreadable' }
    const { credential, credentialDeviceType, credentialBackedUp } = registrationInfo
    // The library takes the id from what the authenticator says, and does not compare.
    if (credential.id !== id) return { outcome: 'refused', reason: 'another credential id' }
    return {
      outcome: 'verified',
      passkey: {
        credentialId: id,
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        transports: attestation.transports.filter((transport) => transportForm.test(transport)),
        counter: credential.counter,
        deviceType: credentialDeviceType,
        backedUp: credentialBackedUp,
      },
    }
  } catch {
    // Whatever the library throws here, it throws because of what came in; its words can quote that, and the log keeps them for ever.
    return { outcome: 'refused', reason: 'unreadable' }
  }
}

async function authenticatorDataOf(attestationObject: string): Promise<Uint8Array> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  return decodeAttestationObject(Buffer.from(attestationObject, 'base64url')).get('authData')
}

/**
 * The same without what vouches for the authenticator. It is not asked for (WebAuthn §5.4.7 `none`), and one that comes all the
 * same would be certificates of a stranger to parse, with lists of revoked ones to fetch from wherever they say (THREATS O9).
 */
async function withoutStatement(authData: Uint8Array): Promise<string> {
  const { isoCBOR } = await import('@simplewebauthn/server/helpers')
  const bare = new Map<string, string | Map<string, never> | Uint8Array>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, never>()],
    ['authData', authData],
  ])
  return Buffer.from(isoCBOR.encode(bare)).toString('base64url')
}
