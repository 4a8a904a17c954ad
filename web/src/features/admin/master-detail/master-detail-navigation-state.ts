// The state is in the history entry, so that a detail's URL opens a full page in a new tab.
import { useMemo, useSyncExternalStore } from 'react'
import { useRouter } from '@tanstack/react-router'
import type { AnyRouter, ParsedLocation } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    inPanel?: true
    /** Key of the list's history entry, to which the scroll position and selection belong. */
    list?: string
    byKeyboard?: boolean
  }
}

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

/** The state is read only when `open` changes, because the history entry changes too early. */
export function useIsMasterDetailPanelOpen(open: string | null): boolean {
  const { history } = useRouter()
  const isAsked = useMemo(() => open !== null && history.location.state.inPanel === true, [history, open])
  return useHasRoomForPanel() && isAsked
}

const getHistoryKey = ({ ['__TSR_key']: entry = '' }: ParsedLocation['state']): string => entry

export const getListNavigationEntryKey = ({ state }: Pick<ParsedLocation, 'state'>): string =>
  state.list ?? getHistoryKey(state)

const scrollPositions = new Map<string, number>()

const getScrollKey = (location: ParsedLocation): string =>
  location.state.inPanel && panelMediaQuery.matches
    ? getListNavigationEntryKey(location)
    : getHistoryKey(location.state)

/** The router's own restoration would also scroll the detail panel, which starts at its top. */
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
