// Messages that wait for approval are useless without the cookie of this browser.
import type { ConnectedWallet, WalletMessageToSign } from '../wallet/wallet-proof-phases.ts'

export interface StoredPendingOwnerApproval {
  readonly connected: ConnectedWallet
  /** Time on this device's clock. */
  readonly expiresAt: number
}

const storageKeyPrefix = 'countersign.awaited.'

/** @param walletKey the wallet's own identifier, because wallet ids differ on each page */
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
  } catch {}
}

/** @returns null if the approval is unknown or expired */
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
