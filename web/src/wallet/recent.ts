// Remembers which wallet signed in here last, so that it stands first next time. Only the wallet's own name for
// itself is kept, never an address.
import type { FoundWallet } from './discover.ts'

/** The wallet used last in this browser. Where storage is blocked or full, nothing is remembered and nothing fails. */
export interface RecentWallet {
  read(): string | null
  remember(key: string): void
}

const storageName = 'countersign.recent-wallet'
const keyLimit = 120

/** @param storage gives the storage; merely asking for it throws in some browsers. */
export function createRecentWallet(storage: () => Storage): RecentWallet {
  return {
    read() {
      try {
        const key = storage().getItem(storageName)
        return key && key.length <= keyLimit ? key : null
      } catch {
        return null
      }
    },
    remember(key) {
      try {
        storage().setItem(storageName, key.slice(0, keyLimit))
      } catch {
        return
      }
    },
  }
}

/**
 * Puts the wallet used last first.
 * @returns the wallets in the order to show, and the id of the one that bears the badge. If two wallets answer to the
 * remembered name, one of them is an impostor: then neither is moved or marked.
 */
export function putRecentFirst(
  wallets: readonly FoundWallet[],
  recentKey: string | null,
): { readonly ordered: readonly FoundWallet[]; readonly recentId: string | null } {
  const matches = wallets.filter((wallet) => wallet.key === recentKey)
  const [recent] = matches
  if (!recent || matches.length > 1) return { ordered: wallets, recentId: null }
  return { ordered: [recent, ...wallets.filter((wallet) => wallet !== recent)], recentId: recent.id }
}
