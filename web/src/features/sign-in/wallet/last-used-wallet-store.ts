// Remembers the last used wallet by the identifier that the wallet announced, never by address.

export interface LastUsedWallet {
  readonly key: string
  /** Null if unknown. */
  readonly name: string | null
}

/** Never throws. */
export interface LastUsedWalletStore {
  read(): LastUsedWallet | null
  remember(wallet: LastUsedWallet): void
}

const storageName = 'countersign.recent-wallet'

/** @param storage may throw */
export function createLastUsedWalletStore(storage: () => Storage): LastUsedWalletStore {
  return {
    read() {
      try {
        // Neither part contains a line break. Older releases stored only the key.
        const [key, name] = storage().getItem(storageName)?.split('\n') ?? []
        return key ? { key, name: name || null } : null
      } catch {
        return null
      }
    },
    remember({ key, name }) {
      try {
        storage().setItem(storageName, [key, name].join('\n'))
      } catch {
        return
      }
    },
  }
}
