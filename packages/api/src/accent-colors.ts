// The one colour that a site may choose for itself, and whether text in it and on it can be read (WCAG 2.2 §1.4.3). The grounds are
// those of the style sheet (web/src/ui/theme.css); a test there compares them.

export type ColorMode = 'light' | 'dark'

/** What text stands on, and what stands on a button, in each mode. */
export const themeColors: Readonly<
  Record<ColorMode, { paper: string; sheet: string; sunk: string; onSeal: string; ink: string; soft: string }>
> = {
  light: { paper: '#f5f1e7', sheet: '#fcfaf4', sunk: '#ebe5d6', onSeal: '#fbf8f0', ink: '#17212f', soft: '#4d5663' },
  dark: { paper: '#0f151e', sheet: '#161e29', sunk: '#1f2936', onSeal: '#0b1d15', ink: '#ebe5d8', soft: '#a7b0ba' },
}

/** The least contrast of text. */
export const minTextContrast = 4.5

/** The chosen colour, itself while it is pressed, and as a ground. */
export interface AccentColors {
  seal: string
  pressed: string
  tint: string
}

/** What follows from a colour in a mode. */
export function deriveAccentColors(mode: ColorMode, seal: string): AccentColors {
  const { paper, ink } = themeColors[mode]
  return { seal, pressed: mixColors(seal, ink, 0.2), tint: mixColors(paper, seal, 0.1) }
}

/** The least contrast of all pairs in which a colour is used in a mode; from 4.5 on it can be read everywhere. */
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

/** A colour as it is written here. */
export const isHexColor = (text: string): boolean => /^#[0-9a-f]{6}$/.test(text)

/** WCAG 2.2, "contrast ratio". */
export function computeContrastRatio(one: string, other: string): number {
  const [dark = 0, bright = 0] = [computeLuminance(one), computeLuminance(other)].sort((a, b) => a - b)
  return (bright + 0.05) / (dark + 0.05)
}

/** WCAG 2.2, "relative luminance". */
function computeLuminance(color: string): number {
  const [red = Number.NaN, green = Number.NaN, blue = Number.NaN] = parseColorChannels(color).map((value) => {
    const channel = value / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const parseColorChannels = (color: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

/** So much of the other colour in this one. */
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
