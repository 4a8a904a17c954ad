// Master and detail: whether what an address leads to stands beside the list that it was opened from. That is kept in the entry of the history and
// not in the address: the same address in a new tab, or sent to somebody, is a page by itself.
import { useMemo, useSyncExternalStore } from 'react'
import { useRouter } from '@tanstack/react-router'
import type { AnyRouter, ParsedLocation } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Opened from a list, and shown beside it where there is room. */
    beside?: true
    /** The entry of the list: its scroll position and what was selected there belong to both. */
    list?: string
    /** Whoever opened it did so by keyboard, and goes on in it. */
    byKeyboard?: boolean
  }
}

/** There is room for a list and a panel from here on. */
const panelMediaQuery = globalThis.matchMedia?.('(min-width: 80rem)')

function useHasRoomForPanel(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      panelMediaQuery.addEventListener('change', onChange)
      return () => panelMediaQuery.removeEventListener('change', onChange)
    },
    () => panelMediaQuery.matches,
  )
}

/**
 * Whether what is open stands beside its list.
 * @param open its path. While the next page is made ready the history is at that one already: what counts is what it said when this was opened.
 */
export function useIsMasterDetailPanelOpen(open: string | null): boolean {
  const { history } = useRouter()
  const isAsked = useMemo(() => open !== null && history.location.state.beside === true, [history, open])
  return useHasRoomForPanel() && isAsked
}

/** What the router calls an entry of the history. */
const getHistoryKey = ({ ['__TSR_key']: entry = '' }: ParsedLocation['state']): string => entry

/** The entry of the list that is shown, or that what is shown was opened from. */
export const getListNavigationEntryKey = ({ state }: Pick<ParsedLocation, 'state'>): string =>
  state.list ?? getHistoryKey(state)

/** Where the document was scrolled to, by entry of the history. */
const scrollPositions = new Map<string, number>()

const getScrollKey = (location: ParsedLocation): string =>
  location.state.beside && panelMediaQuery.matches ? getListNavigationEntryKey(location) : getHistoryKey(location.state)

/**
 * Scroll restoration: going back brings back the very place, a new page begins at its top, and a panel that opens, moves on or closes leaves
 * the list where it is. The router's own would do the same to the panel, where the next thing has to begin at its top.
 */
export function installScrollRestoration(router: AnyRouter): void {
  router.subscribe('onBeforeLoad', ({ fromLocation }) => {
    if (fromLocation) scrollPositions.set(getScrollKey(fromLocation), scrollY)
  })
  router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
    if (fromLocation && getScrollKey(fromLocation) === getScrollKey(toLocation)) return
    if (toLocation.hash === '')
      scrollTo({ top: scrollPositions.get(getScrollKey(toLocation)) ?? 0, behavior: 'instant' })
  })
}
