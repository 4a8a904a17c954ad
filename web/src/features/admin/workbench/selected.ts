// What is selected of a list, and what each press makes of it.

export interface Selected {
  ids: ReadonlySet<string>
  /** All that fit the filter, whether they are loaded or not. */
  all: boolean
  /** The one that was pressed last, from which a range goes. */
  last: string | null
}

export const nothingSelected: Selected = { ids: new Set(), all: false, last: null }

/**
 * One row is pressed; with a range, all from the one before to this one are selected.
 * @param ids the rows in their order
 */
export function select(selected: Selected, id: string, isRange: boolean, ids: readonly string[]): Selected {
  const from = isRange && selected.last !== null ? ids.indexOf(selected.last) : -1
  const to = ids.indexOf(id)
  if (from !== -1 && to !== -1) {
    const range = ids.slice(Math.min(from, to), Math.max(from, to) + 1)
    return { ids: new Set([...selected.ids, ...range]), all: false, last: id }
  }
  // Where all were selected, one that is pressed is taken out of those that can be seen.
  const next = new Set(selected.all ? ids : selected.ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, all: false, last: id }
}

/** All rows that are loaded, or none of them where all are selected already. */
export function selectLoaded(selected: Selected, ids: readonly string[]): Selected {
  const isWhole = selected.all || ids.every((id) => selected.ids.has(id))
  return isWhole ? nothingSelected : { ids: new Set(ids), all: false, last: null }
}
