// What the browser says about how a passkey was asked (WebAuthn §5.8.1): the challenge, on which site, and for what.

/** The members that decide. */
export interface WebauthnClientData {
  type: string
  challenge: string
  origin: string
  /** Whether a page of another site held the one that asked. */
  crossOrigin: boolean
}

/** @returns null where it is none */
export function parseWebauthnClientData(encoded: string): WebauthnClientData | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(encoded, 'base64url'))
    const {
      type,
      challenge,
      origin,
      crossOrigin = false,
      topOrigin,
    } = JSON.parse(text) as Partial<Record<keyof WebauthnClientData | 'topOrigin', unknown>>
    if (
      typeof type !== 'string' ||
      typeof challenge !== 'string' ||
      typeof origin !== 'string' ||
      typeof crossOrigin !== 'boolean'
    )
      return null
    return { type, challenge, origin, crossOrigin: crossOrigin || topOrigin !== undefined }
  } catch {
    return null
  }
}

export type WebauthnClientDataErrorReason = 'another act' | 'another origin' | 'inside another site'

/** Whether a passkey was asked by this site, for this act (WebAuthn §7.1 steps 7 to 10, §7.2 steps 10 to 13); null where it was. */
export function checkWebauthnClientData(
  clientData: WebauthnClientData,
  ceremonyType: 'webauthn.create' | 'webauthn.get',
  origin: string,
): WebauthnClientDataErrorReason | null {
  if (clientData.type !== ceremonyType) return 'another act'
  if (clientData.origin !== origin) return 'another origin'
  // No page of this site is ever inside of another one.
  return clientData.crossOrigin ? 'inside another site' : null
}
