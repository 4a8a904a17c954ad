import { htmlFileByPagePath } from '@countersign/api/page-html-files'
import type { PagePath } from '@countersign/api/page-html-files'

export function isFrontEndPagePath(path: string): path is PagePath {
  return Object.hasOwn(htmlFileByPagePath, path)
}
