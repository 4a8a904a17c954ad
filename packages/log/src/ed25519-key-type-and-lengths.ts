// The lengths are from RFC 8032 §5.1.
export const ed25519PublicKeyByteLength = 32
export const ed25519SeedByteLength = 32
export const ed25519SignatureByteLength = 64

export interface Ed25519SigningKey {
  /** 32 bytes. */
  readonly publicKey: Uint8Array
  /** Signs the message (RFC 8032 §5.1.6); returns 64 bytes. */
  readonly sign: (message: Uint8Array) => Uint8Array
}
