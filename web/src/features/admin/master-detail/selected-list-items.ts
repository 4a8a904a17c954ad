export interface SelectedListItems {
  /** Empty if `isAll`. */
  ids: readonly string[]
  isAll: boolean
  /** Null if unknown. */
  count: number | null
  clear: () => void
}
