// The WebAuthn relying party, derived only from the configured origin (WebAuthn §13.4.9).

/** COSE algorithms in order of preference: ES256, EdDSA, RS256. */
export const supportedCoseAlgorithms = [-7, -8, -257]

export const getRelyingPartyId = (origin: string): string => new URL(origin).hostname
