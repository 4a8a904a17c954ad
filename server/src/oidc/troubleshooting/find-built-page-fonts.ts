// Finds the fonts of the front end, whose file names contain a hash of their content.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface BuiltPageFonts {
  /** The path on this server. */
  sans: string
  serif: string
}

/** @returns null if the front end is not built, or preloads other fonts */
export function findBuiltPageFonts(webDistFolder: string | null): BuiltPageFonts | null {
  const page = webDistFolder === null ? null : join(webDistFolder, 'public.html')
  if (page === null || !existsSync(page)) return null
  const document = readFileSync(page, 'utf8')
  const find = (name: string): string | undefined =>
    new RegExp(`href="(/assets/${name}[\\w.-]*\\.woff2)"`).exec(document)?.[1]
  const [sans, serif] = [find('source-sans'), find('source-serif')]
  return sans === undefined || serif === undefined ? null : { sans, serif }
}
