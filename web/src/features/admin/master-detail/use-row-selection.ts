// Row selection, stored per history entry: Back restores it, and a changed filter resets it.
import { useState } from 'react'
import { useLocation } from '@tanstack/react-router'
import type { SelectedListItems } from './selected-list-items.ts'
import { getListNavigationEntryKey } from './master-detail-navigation-state.ts'
import { emptyRowSelection, toggleRowSelection, toggleSelectionOfLoadedRows } from './row-selection.ts'
import type { RowSelectionState } from './row-selection.ts'

export interface RowSelectionControls extends SelectedListItems {
  isSelected: (id: string) => boolean
  toggle: (id: string, isRange: boolean, ids: readonly string[]) => void
  toggleLoaded: (ids: readonly string[]) => void
  selectAllMatching: () => void
}

const selectionByHistoryKey = new Map<string, RowSelectionState>()

/** @param total number of matches, or null if not counted */
export function useRowSelection(total: number | null): RowSelectionControls {
  const entry = useLocation({ select: getListNavigationEntryKey })
  const [, draw] = useState({})
  const selected = selectionByHistoryKey.get(entry) ?? emptyRowSelection
  const set = (next: RowSelectionState) => {
    selectionByHistoryKey.set(entry, next)
    draw({})
  }
  return {
    ids: selected.isAll ? [] : [...selected.ids],
    isAll: selected.isAll,
    count: selected.isAll ? total : selected.ids.size,
    clear: () => set(emptyRowSelection),
    isSelected: (id) => selected.ids.has(id),
    toggle: (id, isRange, ids) => set(toggleRowSelection(selected, id, isRange, ids)),
    toggleLoaded: (ids) => set(toggleSelectionOfLoadedRows(selected, ids)),
    selectAllMatching: () => set({ ...emptyRowSelection, isAll: true }),
  }
}
