// Secret of the demonstration wallet in local storage, which is not safe for valuable keys.

export interface DemonstrationWalletSecret {
  bytes(): Uint8Array
  renew(): void
}

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
    // Without storage, the next visit creates a new secret and signs in as another person.
  }
  return secret
}

export const encodeHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
