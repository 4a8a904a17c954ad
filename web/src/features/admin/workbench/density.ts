// How dense lists are, as this browser remembers it.
import { useSyncExternalStore } from 'react'

export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

const storageKey = 'countersign.admin-density'
const listeners = new Set<() => void>()
/** Where a browser keeps nothing, it counts for this document. */
let chosen: Density | null = null

/** @param storage the browser's; it can be refused */
export function readDensity(storage: () => Pick<Storage, 'getItem'>): Density {
  try {
    return storage().getItem(storageKey) === 'compact' ? 'compact' : 'comfortable'
  } catch {
    return 'comfortable'
  }
}

export function setDensity(density: Density): void {
  chosen = density
  try {
    localStorage.setItem(storageKey, density)
  } catch {
    // It stays so until the document is left.
  }
  for (const listener of listeners) listener()
}

export function useDensity(): Density {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => (chosen ??= readDensity(() => localStorage)),
  )
}
