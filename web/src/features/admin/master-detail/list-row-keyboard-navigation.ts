import { isUrlPathWithin } from './is-url-path-within.ts'

export const getListRowFocusLinks = (list: ParentNode | null): HTMLAnchorElement[] => [
  ...(list?.querySelectorAll<HTMLAnchorElement>('a[data-row]') ?? []),
]

export const getListRowFocusLinkForPath = (list: ParentNode | null, path: string): HTMLAnchorElement | undefined =>
  getListRowFocusLinks(list).find(({ pathname }) => isUrlPathWithin(path, pathname))

/** @returns null for other keys, or if there is no element in that direction */
export function findArrowKeyFocusTarget(from: HTMLElement, key: string): HTMLElement | null {
  const row = from.closest('tr')
  const rows = getListRowFocusLinks(from.closest('tbody'))
  const here = rows.findIndex((link) => link.closest('tr') === row)
  if (row === null || here === -1) return null
  const inside = [...row.querySelectorAll<HTMLElement>('a, button, input')].filter((one) => one.checkVisibility())
  const at = inside.indexOf(from)
  switch (key) {
    case 'ArrowDown':
      return rows[here + 1] ?? null
    case 'ArrowUp':
      return rows[here - 1] ?? null
    case 'Home':
      return rows[0] ?? null
    case 'End':
      return rows.at(-1) ?? null
    case 'ArrowRight':
      return inside[at + 1] ?? null
    case 'ArrowLeft':
      return inside[at - 1] ?? null
    default:
      return null
  }
}
