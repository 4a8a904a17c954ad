// Verifies a passkey assertion (WebAuthn §7.2, FIDO2).
import type { PasskeyAssertion } from '@countersign/api/api-endpoints'
import { createHash } from 'node:crypto'
import type { PasskeysTable } from '../../platform/database/database-schema.ts'
import { checkWebauthnClientData } from '../challenges/check-webauthn-client-data.ts'
import type { WebauthnClientData, WebauthnClientDataErrorReason } from '../challenges/check-webauthn-client-data.ts'
import { getRelyingPartyId } from '../challenges/webauthn-relying-party.ts'

export interface PasskeyAuthenticatorState {
  counter: number
  deviceType: PasskeysTable['device_type']
  backedUp: boolean
}

export type AuthenticatorDataErrorReason =
  | 'another relying party'
  | 'person not present'
  | 'person not verified'
  | 'unreadable'

export type PasskeyAssertionErrorReason = WebauthnClientDataErrorReason | AuthenticatorDataErrorReason | 'signature'

export type PasskeyAssertionResult =
  | { outcome: 'verified'; state: PasskeyAuthenticatorState }
  | { outcome: 'refused'; reason: PasskeyAssertionErrorReason }

/** P-256's generator, used for unknown passkeys so that timing reveals nothing (THREATS P8). */
export const timingDecoyPasskeyPublicKey = Buffer.from(
  'a5010203262001215820' +
    '6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296' +
    '225820' +
    '4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
  'hex',
).toString('base64url')

/** @param publicKey COSE key, base64url */
export async function verifyPasskeyAssertion(
  origin: string,
  assertion: PasskeyAssertion,
  clientData: WebauthnClientData,
  publicKey: string,
): Promise<PasskeyAssertionResult> {
  const data = Buffer.from(assertion.authenticatorData, 'base64url')
  const fault = checkWebauthnClientData(clientData, 'webauthn.get', origin) ?? checkAuthenticatorData(origin, data)
  return fault === null
    ? verifyAssertionSignature(origin, assertion, clientData, publicKey)
    : { outcome: 'refused', reason: fault }
}

/** Checks the RP ID hash and, if `requiresUser`, the flags about the user (WebAuthn §6.1). */
export function checkAuthenticatorData(
  origin: string,
  data: Uint8Array,
  requiresUser = true,
): AuthenticatorDataErrorReason | null {
  const flags = data[32]
  if (flags === undefined) return 'unreadable'
  if (!createHash('sha256').update(getRelyingPartyId(origin)).digest().equals(data.subarray(0, 32)))
    return 'another relying party'
  if (!requiresUser) return null
  if ((flags & 0b0000_0001) === 0) return 'person not present'
  // A passkey alone signs a person in, so possession of the device must not be enough.
  return (flags & 0b0000_0100) === 0 ? 'person not verified' : null
}

async function verifyAssertionSignature(
  origin: string,
  assertion: PasskeyAssertion,
  { challenge }: WebauthnClientData,
  publicKey: string,
): Promise<PasskeyAssertionResult> {
  const { id, clientDataJSON, authenticatorData, signature } = assertion
  // Loaded on first use, because the library is large.
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, authenticatorData, signature },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: getRelyingPartyId(origin),
      requireUserVerification: true,
      // 0, because the library checks counters before signatures: anyone could fake a clone alert.
      credential: { id, publicKey: Buffer.from(publicKey, 'base64url'), counter: 0 },
    })
    if (!verified) return { outcome: 'refused', reason: 'signature' }
    const { newCounter, credentialDeviceType, credentialBackedUp } = authenticationInfo
    return {
      outcome: 'verified',
      state: { counter: newCounter, deviceType: credentialDeviceType, backedUp: credentialBackedUp },
    }
  } catch {
    return { outcome: 'refused', reason: 'unreadable' }
  }
}
