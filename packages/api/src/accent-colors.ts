// WCAG 2.2 §1.4.3. A test checks that these colors equal those in web/src/ui/theme.css.

export type ColorMode = 'light' | 'dark'

export const themeColors: Readonly<
  Record<ColorMode, { paper: string; sheet: string; sunk: string; onSeal: string; ink: string; soft: string }>
> = {
  light: { paper: '#f5f1e7', sheet: '#fcfaf4', sunk: '#ebe5d6', onSeal: '#fbf8f0', ink: '#17212f', soft: '#4d5663' },
  dark: { paper: '#0f151e', sheet: '#161e29', sunk: '#1f2936', onSeal: '#0b1d15', ink: '#ebe5d8', soft: '#a7b0ba' },
}

export const minTextContrast = 4.5

export interface AccentColors {
  seal: string
  pressed: string
  tint: string
}

export function deriveAccentColors(mode: ColorMode, seal: string): AccentColors {
  const { paper, ink } = themeColors[mode]
  return { seal, pressed: mixColors(seal, ink, 0.2), tint: mixColors(paper, seal, 0.1) }
}

/** Returns the lowest contrast in any use of the color. A contrast of 4.5 or more is readable. */
export function computeMinAccentContrast(mode: ColorMode, color: string): number {
  const { paper, sheet, sunk, onSeal, ink, soft } = themeColors[mode]
  const { seal, pressed, tint } = deriveAccentColors(mode, color)
  const pairs = [
    ...[paper, sheet, sunk, tint, onSeal].flatMap((ground) => [[seal, ground]]),
    [pressed, paper],
    [pressed, onSeal],
    [ink, tint],
    [soft, tint],
  ]
  return Math.min(...pairs.map(([over = '', ground = '']) => computeContrastRatio(over, ground)))
}

export const isHexColor = (text: string): boolean => /^#[0-9a-f]{6}$/.test(text)

/** Contrast ratio as defined in the WCAG 2.2 glossary. */
export function computeContrastRatio(one: string, other: string): number {
  const [dark = 0, bright = 0] = [computeLuminance(one), computeLuminance(other)].sort((a, b) => a - b)
  return (bright + 0.05) / (dark + 0.05)
}

/** Relative luminance as defined in the WCAG 2.2 glossary. */
function computeLuminance(color: string): number {
  const [red = Number.NaN, green = Number.NaN, blue = Number.NaN] = parseColorChannels(color).map((value) => {
    const channel = value / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const parseColorChannels = (color: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

function mixColors(color: string, other: string, share: number): string {
  const [from, to] = [parseColorChannels(color), parseColorChannels(other)]
  return `#${from
    .map((value, at) =>
      Math.round(value + ((to[at] ?? 0) - value) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}
