// Remembers which Bitcoin wallets sign with ECDSA only, so that their first prompt is the right one.

/** Never throws. `key` has no line break. */
interface EcdsaWalletStore {
  has(key: string): boolean
  set(key: string, isEcdsaOnly: boolean): void
}

const storageName = 'countersign.ecdsa-wallets'
const maxStoredWallets = 16

/** @param storage may throw */
export function createEcdsaWalletStore(storage: () => Storage): EcdsaWalletStore {
  const read = (): string[] => {
    try {
      return storage().getItem(storageName)?.split('\n').filter(Boolean) ?? []
    } catch {
      return []
    }
  }
  const has = (key: string): boolean => read().includes(key)
  return {
    has,
    set(key, isEcdsaOnly) {
      if (has(key) === isEcdsaOnly) return
      const kept = read().filter((known) => known !== key)
      const keys = isEcdsaOnly ? [...kept, key].slice(-maxStoredWallets) : kept
      try {
        storage().setItem(storageName, keys.join('\n'))
      } catch {
        return
      }
    },
  }
}
