import { useAdminUrlQueryParameters } from './admin-url-state.ts'

const urlPatterns = { hide: /^[a-z]+(,[a-z]+)*$/i } as const

export interface ColumnVisibility {
  isShown: (id: string) => boolean
  toggle: (id: string) => void
}

export function useColumnVisibility(columns: readonly { id: string; isRowHeader?: boolean }[]): ColumnVisibility {
  const { view, setFilters } = useAdminUrlQueryParameters(urlPatterns)
  const hidden = new Set(view.hide?.split(',') ?? [])
  return {
    isShown: (id) => !hidden.has(id),
    toggle: (id) => {
      if (!hidden.delete(id)) hidden.add(id)
      setFilters({
        hide: columns.flatMap((column) => (hidden.has(column.id) && !column.isRowHeader ? [column.id] : [])).join(','),
      })
    },
  }
}
