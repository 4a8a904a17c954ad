// This site as passkeys know it: only what the configured origin says, and nothing that a request says (WebAuthn §13.4.9).

/** COSE algorithms, the preferred one first: ES256, EdDSA, RS256. */
export const supportedCoseAlgorithms = [-7, -8, -257]

/** What a passkey is bound to: the name of the host, whatever its port. */
export const getRelyingPartyId = (origin: string): string => new URL(origin).hostname
