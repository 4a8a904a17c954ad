// Remembers which wallet signed in here last, so that it stands first next time. Only the wallet's own name for
// itself is kept, never an address.

/** The wallet used last. */
export interface LastUsedWallet {
  /** By what it is recognised. */
  readonly key: string
  /** What it calls itself; null where that was not kept. */
  readonly name: string | null
}

/** The wallet used last in this browser. Where storage is blocked or full, nothing is remembered and nothing fails. */
export interface LastUsedWalletStore {
  read(): LastUsedWallet | null
  remember(wallet: LastUsedWallet): void
}

const storageName = 'countersign.recent-wallet'

/** @param storage gives the storage; merely asking for it throws in some browsers. */
export function createLastUsedWalletStore(storage: () => Storage): LastUsedWalletStore {
  return {
    read() {
      try {
        // Neither holds a line break (parse-wallet-announcement.ts). A release before this one kept the key alone.
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
