// What is selected of a list, and what each press makes of it.

export interface RowSelectionState {
  ids: ReadonlySet<string>
  /** All that fit the filter, whether they are loaded or not. */
  isAll: boolean
  /** The one that was pressed last, from which a range goes. */
  lastToggledId: string | null
}

export const emptyRowSelection: RowSelectionState = { ids: new Set(), isAll: false, lastToggledId: null }

/**
 * One row is pressed; with a range, all from the one before to this one are selected.
 * @param ids the rows in their order
 */
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
  // Where all were selected, one that is pressed is taken out of those that can be seen.
  const next = new Set(selected.isAll ? ids : selected.ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, isAll: false, lastToggledId: id }
}

/** All rows that are loaded, or none of them where all are selected already. */
export function toggleSelectionOfLoadedRows(selected: RowSelectionState, ids: readonly string[]): RowSelectionState {
  const isComplete = selected.isAll || ids.every((id) => selected.ids.has(id))
  return isComplete ? emptyRowSelection : { ids: new Set(ids), isAll: false, lastToggledId: null }
}
