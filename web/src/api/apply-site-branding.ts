// The branding (theming) of the page: how this site presents itself, as the server wrote it into the document, and its colour, put on the
// page before anything is drawn.
import { brandingJsonElementId } from '@countersign/api/site-branding-types'
import type { SiteBranding } from '@countersign/api/site-branding-types'
import type { AccentColors } from '@countersign/api/accent-colors'

/** What the document says; null for a site that presents itself as nothing but what it is. */
export const siteBranding: SiteBranding | null = readBranding()

function readBranding(): SiteBranding | null {
  const text = globalThis.document?.getElementById(brandingJsonElementId)?.textContent
  if (text == null) return null
  try {
    return JSON.parse(text) as SiteBranding
  } catch {
    // A page that looks plain is better than none.
    return null
  }
}

const formatAccentProperties = ({ seal, pressed, tint }: AccentColors): string =>
  `--color-seal:${seal};--color-seal-pressed:${pressed};--color-seal-tint:${tint}`

/** The colors as rules of a style sheet. In dark mode without a colour of its own the light one must not stay. */
export function buildAccentColorCss({ light, dark }: SiteBranding['accents']): string {
  const rule = (accent: AccentColors | null, mode: 'light' | 'dark') =>
    accent === null ? '' : `@media (prefers-color-scheme:${mode}){:root{${formatAccentProperties(accent)}}}`
  return rule(light, 'light') + rule(dark, 'dark')
}

/** Puts the colour of the site on the page: by the object model, since the page allows no style of its own making in its text. */
export function applySiteAccentColors(): void {
  if (siteBranding !== null) addAdoptedStyleSheet(buildAccentColorCss(siteBranding.accents))
}

/** Puts rules over those that the page has. @returns takes them away again */
export function addAdoptedStyleSheet(rules: string): (() => void) | undefined {
  if (rules === '') return undefined
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(rules)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return () => void (document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet))
}
