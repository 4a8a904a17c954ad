// What the list of a workbench knows of the panel beside it.
import { createContext, useContext } from 'react'

export interface MasterDetailListPaneContextValue {
  /** The path of what is open beside the list; null for nothing. */
  openPath: string | null
  /**
   * Opens what a row leads to, in place of what is open there already.
   * @param byKeyboard whether whoever did goes on in what is opened
   */
  openInPanel: (path: string, byKeyboard?: boolean) => void
}

export const MasterDetailListPaneContext = createContext<MasterDetailListPaneContextValue | null>(null)

/** Null outside of the list of a workbench: rows there lead to pages of their own. */
export const useMasterDetailListPaneContext = (): MasterDetailListPaneContextValue | null =>
  useContext(MasterDetailListPaneContext)

export interface MasterDetailPanelContextValue {
  /** Shows what stands before or after this in the list; null where there is none. */
  previous: (() => void) | null
  next: (() => void) | null
  close: () => void
}

export const MasterDetailPanelContext = createContext<MasterDetailPanelContextValue | null>(null)

/** Null where what is shown is a page by itself. */
export const useMasterDetailPanel = (): MasterDetailPanelContextValue | null => useContext(MasterDetailPanelContext)
