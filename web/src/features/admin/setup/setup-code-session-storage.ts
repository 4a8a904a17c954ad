const storageKey = 'countersign.setup-code'

export function readStoredSetupCode(storage: () => Storage): string {
  try {
    return storage().getItem(storageKey) ?? ''
  } catch {
    return ''
  }
}

export function storeSetupCode(storage: () => Storage, code: string): void {
  try {
    if (code === '') storage().removeItem(storageKey)
    else storage().setItem(storageKey, code)
  } catch {}
}
