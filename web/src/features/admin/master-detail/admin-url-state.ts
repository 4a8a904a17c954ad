// The address as the screens of the administration use it: where they go to, and the view that its query says. A view stands
// in the address whole, so that it can be kept, shared, and gone back to.
import { useCallback } from 'react'
import { useLocation, useMatch, useParams, useRouter } from '@tanstack/react-router'
import { appendQueryParameters } from '../../../api/append-query-parameters.ts'
import { getListNavigationEntryKey } from './master-detail-navigation-state.ts'
import { useMasterDetailPanel } from './master-detail-react-contexts.ts'

/** What the page of a person asks at once, where somebody comes to it for that. */
export type AdminPersonAction = 'suspend' | 'restore' | 'endSessions' | 'remove'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Not in the address: no link from outside can ask anything. */
    ask?: AdminPersonAction
  }
}

interface NavigateOptions {
  replace?: boolean
  /** Asks nobody whether what stands on the page may be lost: it belongs to what was removed. */
  isRemoved?: boolean
  /** Shows it beside the list that it is opened from, where there is room (master-detail-navigation-state.ts). */
  inDetailPanel?: boolean
  byKeyboard?: boolean
  action?: AdminPersonAction | undefined
}

/** Goes to an address of the administration without loading the document anew. */
export function useAdminNavigate(): (address: string, how?: NavigateOptions) => void {
  const { history } = useRouter()
  return useCallback(
    (address, { replace = false, isRemoved = false, inDetailPanel = false, byKeyboard = false, action } = {}) => {
      const state = inDetailPanel
        ? { beside: true, list: getListNavigationEntryKey(history.location), byKeyboard }
        : action && { ask: action }
      ;(replace ? history.replace : history.push)(address, state, { ignoreBlocker: isRemoved })
    },
    [history],
  )
}

/** What somebody came here for, and the entry of the history in which they did. */
export function usePersonActionFromNavigation(): { ask: AdminPersonAction | null; entry: string } {
  return useLocation({
    select: ({ state }) => ({ ask: state.ask ?? null, entry: getListNavigationEntryKey({ state }) }),
    structuralSharing: true,
  })
}

/** The part of the path that says which one a page is about. */
export function useItemIdFromUrlPath(): string {
  const { id } = useParams({ strict: false }) as { id?: string }
  return id ?? ''
}

/** What a value of the query may be: one of a few, or a text of a form. */
type ValuePattern = readonly string[] | RegExp

export type AdminUrlQueryParameters<Forms extends Readonly<Record<string, ValuePattern>>> = {
  [Name in keyof Forms]?: Forms[Name] extends readonly (infer Value)[] ? Value : string
}

/** Any text that somebody searches for, as the server takes it. */
export const adminSearchTextPattern = /^[\s\S]{1,128}$/

/** What a query says, as far as it is known; the rest of it counts for nothing. */
export function parseAdminUrlQueryParameters<const Forms extends Readonly<Record<string, ValuePattern>>>(
  search: string,
  forms: Forms,
): AdminUrlQueryParameters<Forms> {
  const query = new URLSearchParams(search)
  const known = Object.entries(forms).flatMap(([name, form]) => {
    const value = query.get(name)
    return value !== null && matchesPattern(value, form) ? [[name, value]] : []
  })
  return Object.fromEntries(known) as AdminUrlQueryParameters<Forms>
}

function matchesPattern(value: string, form: ValuePattern): boolean {
  return form instanceof RegExp ? form.test(value) : form.includes(value)
}

/**
 * The address of the screen that asks. While the next one is made ready the address is that one's already, and by it a screen that is being
 * left would ask once more, even for what was just removed.
 */
function useOwnLocation(): { path: string; search: string } {
  const { options } = useRouter()
  const own = useMatch({
    strict: false,
    select: ({ pathname, search }) => ({ path: pathname, search: options.stringifySearch(search) }),
    structuralSharing: true,
  })
  const current = useLocation({
    select: ({ pathname, searchStr }) => ({ path: pathname, search: searchStr }),
    structuralSharing: true,
  })
  return current.path === own.path ? current : own
}

export interface AdminUrlQueryParametersState<Chosen> {
  view: Chosen
  /** Chooses something otherwise; an empty text takes it away. */
  setFilters: (changes: { [Name in keyof Chosen]?: Chosen[Name] | '' | undefined }) => void
  clear: () => void
  /** Whether something is searched for or chosen; in which order it stands does not count. */
  isFiltered: boolean
  /** How many are chosen, but for what is searched for. */
  filterCount: number
  /** The whole query, with what others have written there. */
  search: string
  /** Goes to another view of the same list. */
  openSearch: (search: string) => void
}

/**
 * The view that the address says, and how to choose another.
 * @param forms what each part of it may be; the same object every time
 */
export function useAdminUrlQueryParameters<const Forms extends Readonly<Record<string, ValuePattern>>>(
  forms: Forms,
): AdminUrlQueryParametersState<AdminUrlQueryParameters<Forms>> {
  const { path, search } = useOwnLocation()
  const go = useAdminNavigate()
  const isInPanel = useMasterDetailPanel() !== null
  const view = parseAdminUrlQueryParameters(search, forms)
  const show = (next: Readonly<Record<string, unknown>>) => {
    // In the order of the forms, whatever was chosen first: the same view has one address.
    const given = Object.keys(forms).flatMap((name): [string, string][] => {
      const value = next[name]
      return typeof value === 'string' && value !== '' ? [[name, value]] : []
    })
    // What others have written there stays.
    const others = [...new URLSearchParams(search)].filter(([name]) => !Object.hasOwn(forms, name))
    go(appendQueryParameters(path, Object.fromEntries([...given, ...others])), {
      replace: true,
      inDetailPanel: isInPanel,
    })
  }
  return {
    view,
    setFilters: (changes) => show({ ...view, ...changes }),
    clear: () => show({}),
    isFiltered: Object.keys(view).some((name) => name !== 'sort' && name !== 'order'),
    search,
    openSearch: (wanted) => go(path + wanted),
    filterCount: Object.keys(view).filter((name) => !['sort', 'order', 'search'].includes(name)).length,
  }
}
