import { createContext, useContext } from 'react'

export interface MasterDetailListPaneContextValue {
  openPath: string | null
  openInPanel: (path: string, byKeyboard?: boolean) => void
}

export const MasterDetailListPaneContext = createContext<MasterDetailListPaneContextValue | null>(null)

/** Null outside a master-detail list, where rows open full pages. */
export const useMasterDetailListPaneContext = (): MasterDetailListPaneContextValue | null =>
  useContext(MasterDetailListPaneContext)

export interface MasterDetailPanelContextValue {
  previous: (() => void) | null
  next: (() => void) | null
  close: () => void
}

export const MasterDetailPanelContext = createContext<MasterDetailPanelContextValue | null>(null)

export const useMasterDetailPanel = (): MasterDetailPanelContextValue | null => useContext(MasterDetailPanelContext)
