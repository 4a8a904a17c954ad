import { useAdminUrlQueryParameters } from './admin-url-state.ts'

const columnIds = /^[a-z]+(,[a-z]+)*$/i
const urlPatterns = { hide: columnIds, show: columnIds } as const

export interface ColumnVisibility {
  isShown: (id: string) => boolean
  toggle: (id: string) => void
}

export function useColumnVisibility(
  columns: readonly { id: string; isRowHeader?: boolean; isHiddenByDefault?: boolean }[],
): ColumnVisibility {
  const { view, setFilters } = useAdminUrlQueryParameters(urlPatterns)
  const [hidden, shown] = [view.hide, view.show].map((ids) => new Set(ids?.split(','))) as [Set<string>, Set<string>]
  const isHiddenByDefault = (id: string) => columns.some((column) => column.id === id && column.isHiddenByDefault)
  const isShown = (id: string) => !hidden.has(id) && (shown.has(id) || !isHiddenByDefault(id))
  const join = (ids: Set<string>) =>
    columns.flatMap(({ id, isRowHeader }) => (ids.has(id) && !isRowHeader ? [id] : [])).join(',')
  return {
    isShown,
    toggle: (id) => {
      const [from, to] = isShown(id) ? [shown, hidden] : [hidden, shown]
      from.delete(id)
      if (isHiddenByDefault(id) === (to === shown)) to.add(id)
      setFilters({ hide: join(hidden), show: join(shown) })
    },
  }
}
