// Which wallets are known to connect first and sign then, so that no other way is tried with them again. Only a wallet's own name for itself is kept.
// The page reads this before any wallet is asked; what writes it comes with what asks (one-prompt.ts).

export const plainWalletsName = 'countersign.plain-wallets'

/** @throws where the storage cannot be read */
export const readPlainWallets = (storage: Storage): string[] => storage.getItem(plainWalletsName)?.split('\n') ?? []

/** Whether a wallet is one of them; where that cannot be read, each of them is. */
export function isPlainWallet(storage: () => Storage, key: string): boolean {
  try {
    return readPlainWallets(storage()).includes(key)
  } catch {
    return true
  }
}
