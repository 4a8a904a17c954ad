// Parses and checks WebAuthn client data: challenge, origin and ceremony type (WebAuthn §5.8.1).

export interface WebauthnClientData {
  type: string
  challenge: string
  origin: string
  crossOrigin: boolean
}

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

/** Null if the client data matches (WebAuthn §7.1 steps 7 to 10, §7.2 steps 10 to 13). */
export function checkWebauthnClientData(
  clientData: WebauthnClientData,
  ceremonyType: 'webauthn.create' | 'webauthn.get',
  origin: string,
): WebauthnClientDataErrorReason | null {
  if (clientData.type !== ceremonyType) return 'another act'
  if (clientData.origin !== origin) return 'another origin'
  return clientData.crossOrigin ? 'inside another site' : null
}
