import { brandingJsonElementId } from '@countersign/api/site-branding-types'
import type { SiteBranding } from '@countersign/api/site-branding-types'
import type { AccentColors } from '@countersign/api/accent-colors'

export const siteBranding: SiteBranding | null = readBranding()

function readBranding(): SiteBranding | null {
  const text = globalThis.document?.getElementById(brandingJsonElementId)?.textContent
  if (text == null) return null
  try {
    return JSON.parse(text) as SiteBranding
  } catch {
    return null
  }
}

const formatAccentProperties = ({ seal, pressed, tint }: AccentColors): string =>
  `--color-seal:${seal};--color-seal-pressed:${pressed};--color-seal-tint:${tint}`

/** If there is no dark accent color, the light one must not apply in dark mode. */
export function buildAccentColorCss({ light, dark }: SiteBranding['accents']): string {
  const rule = (accent: AccentColors | null, mode: 'light' | 'dark') =>
    accent === null ? '' : `@media (prefers-color-scheme:${mode}){:root{${formatAccentProperties(accent)}}}`
  return rule(light, 'light') + rule(dark, 'dark')
}

let removeAccentColors: (() => void) | undefined

/** Applies the accent colors through the CSSOM, because the CSP forbids inline styles. */
export function applySiteAccentColors(accents = siteBranding?.accents): void {
  removeAccentColors?.()
  removeAccentColors = accents && addAdoptedStyleSheet(buildAccentColorCss(accents))
}

export function addAdoptedStyleSheet(rules: string): (() => void) | undefined {
  if (rules === '') return undefined
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(rules)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return () => void (document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet))
}
