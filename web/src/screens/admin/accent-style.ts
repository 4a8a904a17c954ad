// The colours of a page in one of its modes, whichever mode the console itself is in: for previews.
import type { CSSProperties } from 'react'
import { deriveAccent, grounds, isColour } from '@countersign/api/accent'
import type { Accent, Mode } from '@countersign/api/accent'

/** The seal of the style sheet (theme.css), where nobody has chosen another. */
/** The seal of the product, where none is chosen. */
export const ownSeal: Readonly<Record<Mode, string>> = { light: '#14573f', dark: '#7fcaa5' }
const lines: Readonly<Record<Mode, string>> = { light: '#d9d1be', dark: '#2c3746' }

/**
 * @param chosen a colour as somebody types it
 * @param otherwise what counts until that is a colour
 */
export function accentStyle(mode: Mode, chosen: string, otherwise: Accent | null = null): CSSProperties {
  const ground = grounds[mode]
  const accent = isColour(chosen) ? deriveAccent(mode, chosen) : (otherwise ?? deriveAccent(mode, ownSeal[mode]))
  const properties: Record<`--color-${string}`, string> = {
    '--color-paper': ground.paper,
    '--color-sheet': ground.sheet,
    '--color-sunk': ground.sunk,
    '--color-ink': ground.ink,
    '--color-soft': ground.soft,
    '--color-on-seal': ground.onSeal,
    '--color-line': lines[mode],
    '--color-seal': accent.seal,
    '--color-seal-pressed': accent.pressed,
    '--color-seal-tint': accent.tint,
  }
  return properties as CSSProperties
}
