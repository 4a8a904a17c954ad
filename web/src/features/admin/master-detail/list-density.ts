// How dense lists are, as this browser remembers it.
import { useSyncExternalStore } from 'react'

export const listDensityOptions = ['comfortable', 'compact'] as const
export type ListDensity = (typeof listDensityOptions)[number]

const storageKey = 'countersign.admin-density'
const listeners = new Set<() => void>()
/** Where a browser keeps nothing, it counts for this document. */
let unstoredDensity: ListDensity | null = null

/** @param storage the browser's; it can be refused */
export function readStoredDensity(storage: () => Pick<Storage, 'getItem'>): ListDensity {
  try {
    return storage().getItem(storageKey) === 'compact' ? 'compact' : 'comfortable'
  } catch {
    return 'comfortable'
  }
}

export function setListDensity(density: ListDensity): void {
  unstoredDensity = density
  try {
    localStorage.setItem(storageKey, density)
  } catch {
    // It stays so until the document is left.
  }
  for (const listener of listeners) listener()
}

export function useListDensity(): ListDensity {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => (unstoredDensity ??= readStoredDensity(() => localStorage)),
  )
}
