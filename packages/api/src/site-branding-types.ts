// How a site presents itself, as its documents carry it: everything that the first picture of a page needs, so that no page waits for it.
import type { AccentColors } from './accent-colors.ts'
import type { InterfaceLanguage } from './interface-languages.ts'

/** The id of the element of a document that holds it, as JSON. */
export const brandingJsonElementId = 'branding'

export interface SiteBranding {
  /** What the site is called; null where it has no name of its own. */
  name: string | null
  /** The address of its logo. */
  logo: string | null
  /** The colour of the main action in each mode, with what follows from it. */
  accents: { light: AccentColors | null; dark: AccentColors | null }
  /** The languages that are offered. */
  languages: readonly InterfaceLanguage[]
  termsUrl: string | null
  privacyUrl: string | null
  helpUrl: string | null
}
