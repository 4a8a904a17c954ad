import { useSyncExternalStore } from 'react'

export const listDensityOptions = ['comfortable', 'compact'] as const
export type ListDensity = (typeof listDensityOptions)[number]

const storageKey = 'countersign.admin-density'
const listeners = new Set<() => void>()
let unstoredDensity: ListDensity | null = null

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
  } catch {}
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
