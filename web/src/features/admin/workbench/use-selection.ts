// Which rows of a list are selected. It belongs to the entry of the history: who comes back finds it as it was, and another filter begins anew.
import { useState } from 'react'
import { useLocation } from '@tanstack/react-router'
import type { Selection } from './selection.ts'
import { listEntry } from './beside.ts'
import { nothingSelected, select, selectLoaded } from './selected.ts'
import type { Selected } from './selected.ts'

export interface RowSelection extends Selection {
  has: (id: string) => boolean
  /** @param isRange also all between the one that was pressed before and this one, of those in the list */
  toggle: (id: string, isRange: boolean, ids: readonly string[]) => void
  toggleLoaded: (ids: readonly string[]) => void
  chooseAll: () => void
}

const kept = new Map<string, Selected>()

/** @param total how many fit the filter, where the server has counted them */
export function useSelection(total: number | null): RowSelection {
  const entry = useLocation({ select: listEntry })
  const [, draw] = useState({})
  const selected = kept.get(entry) ?? nothingSelected
  const set = (next: Selected) => {
    kept.set(entry, next)
    draw({})
  }
  return {
    ids: selected.all ? [] : [...selected.ids],
    all: selected.all,
    count: selected.all ? total : selected.ids.size,
    clear: () => set(nothingSelected),
    has: (id) => selected.ids.has(id),
    toggle: (id, isRange, ids) => set(select(selected, id, isRange, ids)),
    toggleLoaded: (ids) => set(selectLoaded(selected, ids)),
    chooseAll: () => set({ ...nothingSelected, all: true }),
  }
}
