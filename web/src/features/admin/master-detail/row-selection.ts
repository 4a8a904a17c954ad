export interface RowSelectionState {
  ids: ReadonlySet<string>
  isAll: boolean
  lastToggledId: string | null
}

export const emptyRowSelection: RowSelectionState = { ids: new Set(), isAll: false, lastToggledId: null }

/** @param ids the rows in order */
export function toggleRowSelection(
  selected: RowSelectionState,
  id: string,
  isRange: boolean,
  ids: readonly string[],
): RowSelectionState {
  const from = isRange && selected.lastToggledId !== null ? ids.indexOf(selected.lastToggledId) : -1
  const to = ids.indexOf(id)
  if (from !== -1 && to !== -1) {
    const range = ids.slice(Math.min(from, to), Math.max(from, to) + 1)
    return { ids: new Set([...selected.ids, ...range]), isAll: false, lastToggledId: id }
  }
  // If all matches were selected, deselecting a row keeps only the other loaded rows selected.
  const next = new Set(selected.isAll ? ids : selected.ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, isAll: false, lastToggledId: id }
}

export function toggleSelectionOfLoadedRows(selected: RowSelectionState, ids: readonly string[]): RowSelectionState {
  const isComplete = selected.isAll || ids.every((id) => selected.ids.has(id))
  return isComplete ? emptyRowSelection : { ids: new Set(ids), isAll: false, lastToggledId: null }
}
