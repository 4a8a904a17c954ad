// Whether the person lets this browser create a passkey after a wallet sign-in (decision 0013).
import type { LocalStorageGetter } from './passkey-nudge-dismissal.ts'

const storageKeyPrefix = 'countersign.automatic-passkey.'

/** False by default. */
export function isAutomaticPasskeyAllowed(open: LocalStorageGetter, personId: string): boolean {
  try {
    return open().getItem(storageKeyPrefix + personId) === 'allowed'
  } catch {
    return false
  }
}

export function saveAutomaticPasskeyChoice(open: LocalStorageGetter, personId: string, isAllowed: boolean): void {
  try {
    open().setItem(storageKeyPrefix + personId, isAllowed ? 'allowed' : 'declined')
  } catch {}
}
