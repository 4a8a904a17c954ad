/** `0 <hash>` (BIP-141 §P2WPKH), from the hash of a compressed key. */
export const createP2wpkhScript = (keyHash: Uint8Array): Uint8Array => Uint8Array.of(0, 20, ...keyHash)

/** `DUP HASH160 <hash> EQUALVERIFY CHECKSIG`. */
export const createP2pkhScript = (keyHash: Uint8Array): Uint8Array =>
  Uint8Array.of(0x76, 0xa9, 20, ...keyHash, 0x88, 0xac)
