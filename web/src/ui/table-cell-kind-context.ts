// Whether something stands in a row of a list, and where: a row has one tab stop, the link at its head (WAI-ARIA APG, roving focus inside a row), and a
// time in it is plain text.
import { createContext, useContext } from 'react'

/** In the cell that says which row it is, or in another. */
type RowCellKind = 'head' | 'cell'

export const TableCellKindContext = createContext<RowCellKind | null>(null)

export const useTableCellKind = (): RowCellKind | null => useContext(TableCellKindContext)

/** What a link or button in a row says of itself: only the one at the head of a row is reached by Tab, the others by the arrow keys. */
export const useRowTabIndex = (): -1 | undefined => (useTableCellKind() === 'cell' ? -1 : undefined)
