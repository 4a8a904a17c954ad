// What the list of a workbench knows of the panel beside it.
import { createContext, useContext } from 'react'

export interface MasterDetailListPane {
  /** The path of what is open beside the list; null for nothing. */
  openPath: string | null
  /**
   * Opens what a row leads to, in place of what is open there already.
   * @param byKeyboard whether whoever did goes on in what is opened
   */
  openInPanel: (path: string, byKeyboard?: boolean) => void
}

export const MasterDetailListPaneContext = createContext<MasterDetailListPane | null>(null)

/** Null outside of the list of a workbench: rows there lead to pages of their own. */
export const useMasterDetailListPane = (): MasterDetailListPane | null => useContext(MasterDetailListPaneContext)

export interface MasterDetailPanelControls {
  /** Shows what stands before or after this in the list; null where there is none. */
  previous: (() => void) | null
  next: (() => void) | null
  close: () => void
}

export const MasterDetailPanelContext = createContext<MasterDetailPanelControls | null>(null)

/** Null where what is shown is a page by itself. */
export const useMasterDetailPanel = (): MasterDetailPanelControls | null => useContext(MasterDetailPanelContext)
