// What this browser remembers of a message that the owners of a wallet take their time with, so that who left the page finds back to
// it: which wallet was asked, and on which chain. Nothing of it is secret, and without the browser's own cookie it is of no use.
import type { ConnectedWallet, WalletMessageToSign } from '../wallet/wallet-proof-phases.ts'

/** One such message, by the id of its challenge. */
export interface StoredPendingOwnerApproval {
  readonly connected: ConnectedWallet
  /** By the clock of this device. */
  readonly expiresAt: number
}

const storageKeyPrefix = 'countersign.awaited.'

/** @param walletKey what the wallet calls itself: its id is another one in the next page */
export function storePendingOwnerApproval(draft: WalletMessageToSign, walletKey: string, now: number): void {
  const { challengeId, wallet, address, chainId, contract = null, expiresAt } = draft
  const awaited: StoredPendingOwnerApproval = {
    connected: { wallet: { id: walletKey, name: wallet.name }, address, chainId, contract },
    expiresAt,
  }
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(storageKeyPrefix) && isExpiredEntry(localStorage.getItem(key), now))
        localStorage.removeItem(key)
    localStorage.setItem(storageKeyPrefix + challengeId, JSON.stringify(awaited))
  } catch {
    // Where nothing can be stored, the page has to stay open.
  }
}

/** @returns null for what was never asked in this browser, and for what has expired */
export function readPendingOwnerApproval(challengeId: string, now: number): StoredPendingOwnerApproval | null {
  try {
    const text = localStorage.getItem(storageKeyPrefix + challengeId)
    return isExpiredEntry(text, now) ? null : (JSON.parse(text ?? '') as StoredPendingOwnerApproval)
  } catch {
    return null
  }
}

export function deletePendingOwnerApproval(challengeId: string): void {
  try {
    localStorage.removeItem(storageKeyPrefix + challengeId)
  } catch {
    return
  }
}

/** Whether what is stored is of no use any more, whatever it may be. */
function isExpiredEntry(text: string | null, now: number): boolean {
  try {
    const { expiresAt, connected } = JSON.parse(text ?? '') as Partial<StoredPendingOwnerApproval>
    return (
      typeof expiresAt !== 'number' ||
      expiresAt <= now ||
      typeof connected?.address !== 'string' ||
      typeof connected.wallet.id !== 'string'
    )
  } catch {
    return true
  }
}
