const storageKeyPrefix = 'countersign.no-passkey-wanted.'

/** A getter, because merely accessing `localStorage` can throw. */
export type LocalStorageGetter = () => Pick<Storage, 'getItem' | 'setItem'>

export function isPasskeyNudgeDismissed(open: LocalStorageGetter, personId: string): boolean {
  try {
    return open().getItem(storageKeyPrefix + personId) !== null
  } catch {
    return false
  }
}

export function dismissPasskeyNudge(open: LocalStorageGetter, personId: string): void {
  try {
    open().setItem(storageKeyPrefix + personId, '')
  } catch {}
}
