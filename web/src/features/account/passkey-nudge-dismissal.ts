// Who has put away, in this browser, the offer to add a passkey. It comes back never here; other browsers make it once more.

const storageKeyPrefix = 'countersign.no-passkey-wanted.'

/** Where it is kept; a browser may refuse to keep anything, and then throws at the mere look. */
export type LocalStorageGetter = () => Pick<Storage, 'getItem' | 'setItem'>

/** Whether this person has put the offer away here. */
export function isPasskeyNudgeDismissed(open: LocalStorageGetter, personId: string): boolean {
  try {
    return open().getItem(storageKeyPrefix + personId) !== null
  } catch {
    return false
  }
}

/** Puts the offer away for good, as far as the browser remembers anything. */
export function dismissPasskeyNudge(open: LocalStorageGetter, personId: string): void {
  try {
    open().setItem(storageKeyPrefix + personId, '')
  } catch {
    // It is gone from this page at least.
  }
}
