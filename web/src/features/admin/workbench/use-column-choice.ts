// Which columns of a list are shown: those that the address does not hide.
import { useView } from './use-address.ts'

const forms = { hide: /^[a-z]+(,[a-z]+)*$/i } as const

export interface ColumnChoice {
  isShown: (id: string) => boolean
  toggle: (id: string) => void
}

/** @param columns all there are; what the address hides beside them counts for nothing */
export function useColumnChoice(columns: readonly { id: string; isHead?: boolean }[]): ColumnChoice {
  const { view, choose } = useView(forms)
  const hidden = new Set(view.hide?.split(',') ?? [])
  return {
    isShown: (id) => !hidden.has(id),
    toggle: (id) => {
      if (!hidden.delete(id)) hidden.add(id)
      choose({
        hide: columns.flatMap((column) => (hidden.has(column.id) && !column.isHead ? [column.id] : [])).join(','),
      })
    },
  }
}
