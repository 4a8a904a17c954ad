// The lengths of what Ed25519 has (RFC 8032 §5.1), and what a key is that signs, by whatever engine.

/** Bytes of a public key, of a private key's seed, and of a signature. */
export const publicKeyBytes = 32
export const seedBytes = 32
export const signatureBytes = 64

/** A key that signs, wherever its private half is kept. */
export interface SigningKey {
  /** 32 bytes. */
  readonly publicKey: Uint8Array
  /** The signature over the message (RFC 8032 §5.1.6): 64 bytes. */
  readonly sign: (message: Uint8Array) => Uint8Array
}
