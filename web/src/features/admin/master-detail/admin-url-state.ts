import { useCallback } from 'react'
import { useLocation, useMatch, useParams, useRouter } from '@tanstack/react-router'
import { appendQueryParameters } from '../../../api/append-query-parameters.ts'
import { getListNavigationEntryKey } from './master-detail-navigation-state.ts'
import { useMasterDetailPanel } from './master-detail-react-contexts.ts'

export type AdminPersonAction = 'suspend' | 'restore' | 'endSessions' | 'remove'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Not in the URL, so that no external link can trigger the action. */
    ask?: AdminPersonAction
  }
}

interface NavigateOptions {
  replace?: boolean
  /** Skips the unsaved-changes guard, because the item was removed. */
  isRemoved?: boolean
  inDetailPanel?: boolean
  byKeyboard?: boolean
  action?: AdminPersonAction | undefined
}

export function useAdminNavigate(): (address: string, how?: NavigateOptions) => void {
  const { history } = useRouter()
  return useCallback(
    (address, { replace = false, isRemoved = false, inDetailPanel = false, byKeyboard = false, action } = {}) => {
      const state = inDetailPanel
        ? { inPanel: true, list: getListNavigationEntryKey(history.location), byKeyboard }
        : action && { ask: action }
      ;(replace ? history.replace : history.push)(address, state, { ignoreBlocker: isRemoved })
    },
    [history],
  )
}

export function usePersonActionFromNavigation(): { ask: AdminPersonAction | null; entry: string } {
  return useLocation({
    select: ({ state }) => ({ ask: state.ask ?? null, entry: getListNavigationEntryKey({ state }) }),
    structuralSharing: true,
  })
}

export function useItemIdFromUrlPath(): string {
  const { id } = useParams({ strict: false }) as { id?: string }
  return id ?? ''
}

type ValuePattern = readonly string[] | RegExp

export type AdminUrlQueryParameters<Forms extends Readonly<Record<string, ValuePattern>>> = {
  [Name in keyof Forms]?: Forms[Name] extends readonly (infer Value)[] ? Value : string
}

export const adminSearchTextPattern = /^[\s\S]{1,128}$/

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

/** During navigation, the router reports the next location, so the old screen would refetch. */
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
  /** An empty string removes a filter. */
  setFilters: (changes: { [Name in keyof Chosen]?: Chosen[Name] | '' | undefined }) => void
  clear: () => void
  isFiltered: boolean
  /** Without the search. */
  filterCount: number
  search: string
  openSearch: (search: string) => void
}

/** @param forms must be the same object on every render */
export function useAdminUrlQueryParameters<const Forms extends Readonly<Record<string, ValuePattern>>>(
  forms: Forms,
): AdminUrlQueryParametersState<AdminUrlQueryParameters<Forms>> {
  const { path, search } = useOwnLocation()
  const go = useAdminNavigate()
  const isInPanel = useMasterDetailPanel() !== null
  const view = parseAdminUrlQueryParameters(search, forms)
  const show = (next: Readonly<Record<string, unknown>>) => {
    // Keys follow the order of `forms`, so that the same view always has the same URL.
    const given = Object.keys(forms).flatMap((name): [string, string][] => {
      const value = next[name]
      return typeof value === 'string' && value !== '' ? [[name, value]] : []
    })
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
