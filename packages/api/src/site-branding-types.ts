// The branding is in the HTML document, so that the first paint does not wait for a request.
import type { AccentColors } from './accent-colors.ts'
import type { InterfaceLanguage } from './interface-languages.ts'

/** ID of the element that contains the branding as JSON. */
export const brandingJsonElementId = 'branding'

export interface SiteBranding {
  /** Null if the site has no custom name. */
  name: string | null
  logo: string | null
  accents: { light: AccentColors | null; dark: AccentColors | null }
  languages: readonly InterfaceLanguage[]
  termsUrl: string | null
  privacyUrl: string | null
  helpUrl: string | null
}
