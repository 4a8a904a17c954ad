// The rows of a list as the keyboard goes through them: one link at the head of each, and what else can be pressed inside a row.
import { isUrlPathWithin } from './is-url-path-within.ts'

/** The links at the heads of the rows, in their order. */
export const getListRowFocusLinks = (list: ParentNode | null): HTMLAnchorElement[] => [
  ...(list?.querySelectorAll<HTMLAnchorElement>('a[data-row]') ?? []),
]

/** The link of the row that leads to a path, or to the thing of which it is a tab. */
export const getListRowFocusLinkForPath = (list: ParentNode | null, path: string): HTMLAnchorElement | undefined =>
  getListRowFocusLinks(list).find(({ pathname }) => isUrlPathWithin(path, pathname))

/**
 * Where an arrow key leads from an element of a row: up and down to the heads of other rows, left and right through what can be pressed in this one.
 * @returns null where it leads nowhere, or means something else
 */
export function findArrowKeyFocusTarget(from: HTMLElement, key: string): HTMLElement | null {
  const row = from.closest('tr')
  const rows = getListRowFocusLinks(from.closest('tbody'))
  const here = rows.findIndex((link) => link.closest('tr') === row)
  if (row === null || here === -1) return null
  const inside = [...row.querySelectorAll<HTMLElement>('a, button, input')]
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
