// Tells the pages of this site from other addresses.
import { htmlFileByPagePath } from '@countersign/api/page-html-files'
import type { PagePath } from '@countersign/api/page-html-files'

/** Whether a path is one of the pages that the server knows. */
export function isFrontEndPagePath(path: string): path is PagePath {
  return Object.hasOwn(htmlFileByPagePath, path)
}
