// The secret of a key of the demonstration wallet: 32 bytes that are made in this browser and kept in its storage, so that whoever comes back is
// the same person. They are of keys to try with and nothing else; storage of a page is no place for a key that is worth anything.

export interface DemonstrationWalletSecret {
  /** The secret of now. */
  bytes(): Uint8Array
  /** Throws it away and makes another. */
  renew(): void
}

/**
 * @param storage gives the storage; where it is blocked, the secret lasts as long as the page
 * @param name under which it is kept
 * @param isKey whether 32 bytes are a key of this kind
 */
export function loadOrCreateDemonstrationWalletSecret(
  storage: () => Storage,
  name: string,
  isKey: (secret: Uint8Array) => boolean,
): DemonstrationWalletSecret {
  let secret = readStoredSecret(storage, name, isKey) ?? createStoredSecret(storage, name, isKey)
  return {
    bytes: () => secret,
    renew() {
      secret = createStoredSecret(storage, name, isKey)
    },
  }
}

function readStoredSecret(
  storage: () => Storage,
  name: string,
  isKey: (secret: Uint8Array) => boolean,
): Uint8Array | null {
  try {
    const kept = storage().getItem(name) ?? ''
    if (!/^[0-9a-f]{64}$/.test(kept)) return null
    const secret = Uint8Array.from(kept.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
    return isKey(secret) ? secret : null
  } catch {
    return null
  }
}

function createStoredSecret(storage: () => Storage, name: string, isKey: (secret: Uint8Array) => boolean): Uint8Array {
  let secret: Uint8Array
  do secret = crypto.getRandomValues(new Uint8Array(32))
  while (!isKey(secret))
  try {
    storage().setItem(name, encodeHex(secret))
  } catch {
    // A blocked storage costs the return as the same person, not the trial.
  }
  return secret
}

export const encodeHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
