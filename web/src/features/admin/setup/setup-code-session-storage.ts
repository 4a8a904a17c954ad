// Keeps the code that somebody entered while they are away to sign in: in this tab alone, and no longer than until it is used.

const storageKey = 'countersign.setup-code'

/** What was entered in this tab, or nothing; also where the browser keeps nothing. */
export function readStoredSetupCode(storage: () => Storage): string {
  try {
    return storage().getItem(storageKey) ?? ''
  } catch {
    return ''
  }
}

/** @param code an empty one forgets it */
export function storeSetupCode(storage: () => Storage, code: string): void {
  try {
    if (code === '') storage().removeItem(storageKey)
    else storage().setItem(storageKey, code)
  } catch {
    // A browser that keeps nothing asks for the code once more after the sign-in.
  }
}
