// A row has one tab stop, which is its link (WAI-ARIA APG, roving focus).
import { createContext, useContext } from 'react'

type RowCellKind = 'head' | 'cell'

export const TableCellKindContext = createContext<RowCellKind | null>(null)

export const useTableCellKind = (): RowCellKind | null => useContext(TableCellKindContext)

/** Tab reaches only the link in the row header. Arrow keys reach the other links. */
export const useRowTabIndex = (): -1 | undefined => (useTableCellKind() === 'cell' ? -1 : undefined)
