// Tells the pages of this site from other addresses.
import { pages } from '@countersign/api/pages'
import type { PagePath } from '@countersign/api/pages'

/** Whether a path is one of the pages that the server knows. */
export function isPagePath(path: string): path is PagePath {
  return Object.hasOwn(pages, path)
}
