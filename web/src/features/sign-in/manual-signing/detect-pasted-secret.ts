// A person who pastes a secret must learn that at once. The page keeps and sends nothing of it.

const secretPatterns: readonly RegExp[] = [
  // A recovery phrase: twelve or more words of 3 to 8 letters (BIP-39 §Wordlist).
  /^\s*(?:[a-z]{3,8}[\s,]+){11,}[a-z]{3,8}\s*$/i,
  // A private key: 32 bytes in hexadecimal.
  /^\s*(?:0x)?[0-9a-f]{64}\s*$/i,
  // A Bitcoin key in wallet import format.
  /^\s*[5KL9c][1-9A-HJ-NP-Za-km-z]{50,51}\s*$/,
  // An extended private key (BIP-32 §Serialization format).
  /^\s*[a-z]prv[1-9a-z]{100,}\s*$/i,
]

export const isLikelySecret = (pasted: string): boolean => secretPatterns.some((pattern) => pattern.test(pasted))

const solanaKeyPairPatterns: readonly RegExp[] = [
  // 64 bytes in base58, as wallets export them.
  /^\s*[1-9A-HJ-NP-Za-km-z]{86,88}\s*$/,
  // A key file: 64 bytes as an array in JSON.
  /^\s*\[(?:\s*\d{1,3}\s*,){63}\s*\d{1,3}\s*\]\s*$/,
]

/** For a field in which no signature is expected, because a signature has the same form. */
export const isLikelySolanaKeyPair = (pasted: string): boolean =>
  solanaKeyPairPatterns.some((pattern) => pattern.test(pasted))

/** Solana programs store a key as 64 bytes, like a signature: the private and the public half. */
export const isSolanaKeyPair = (bytes: Uint8Array, publicKey: Uint8Array): boolean =>
  bytes.length === 64 && publicKey.every((byte, index) => byte === bytes[32 + index])
