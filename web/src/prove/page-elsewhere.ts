// Which address the links into wallets open: the one of this page, unless a part of it has given out another.
import { createContext, useContext } from 'react'

/** The address for the browser inside a wallet; null as long as it is on its way, undefined where none is given out. */
export const PageElsewhere = createContext<string | null | undefined>(undefined)

export const usePageElsewhere = (): string | null | undefined => useContext(PageElsewhere)
