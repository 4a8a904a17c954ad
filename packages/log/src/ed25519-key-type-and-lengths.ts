// The lengths of what Ed25519 has (RFC 8032 §5.1), and what a key is that signs, by whatever engine.

/** Bytes of a public key, of a private key's seed, and of a signature. */
export const ed25519PublicKeyByteLength = 32
export const ed25519SeedByteLength = 32
export const ed25519SignatureByteLength = 64

/** A key that signs, wherever its private half is kept. */
export interface Ed25519SigningKey {
  /** 32 bytes. */
  readonly publicKey: Uint8Array
  /** The signature over the message (RFC 8032 §5.1.6): 64 bytes. */
  readonly sign: (message: Uint8Array) => Uint8Array
}
