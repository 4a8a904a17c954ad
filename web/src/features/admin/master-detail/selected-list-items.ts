// What is chosen in a list, to have something done to it.

export interface SelectedListItems {
  /** The ids that are chosen one by one; empty where all are that match. */
  ids: readonly string[]
  /** Whether all are chosen that match the filter, also those not loaded yet. */
  isAll: boolean
  /** How many are chosen, as far as known: null where nobody counted. */
  count: number | null
  clear: () => void
}
