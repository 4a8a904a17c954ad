import {
  computeContrastRatio,
  computeMinAccentContrast,
  deriveAccentColors,
  themeColors,
  minTextContrast,
} from '@countersign/api/accent-colors'
import { expect, test } from 'vitest'
import { buildAccentColorCss } from './apply-site-branding.ts'

test('applies a site accent color only in its own color mode', () => {
  const light = deriveAccentColors('light', '#6a1b4d')
  expect(buildAccentColorCss({ light, dark: null })).toBe(
    '@media (prefers-color-scheme:light){:root{--color-seal:#6a1b4d;--color-seal-pressed:#591c47;--color-seal-tint:#e7dcd8}}',
  )
  expect(buildAccentColorCss({ light: null, dark: null })).toBe('')
  expect(buildAccentColorCss({ light, dark: deriveAccentColors('dark', '#f0a8d0') })).toContain(
    '(prefers-color-scheme:dark){:root{--color-seal:#f0a8d0',
  )
})

test('every accepted accent color has enough contrast wherever it is used, in both modes', () => {
  let passed = 0
  for (let red = 0; red < 256; red += 17)
    for (let green = 0; green < 256; green += 17)
      for (let blue = 0; blue < 256; blue += 17) {
        const colour = `#${[red, green, blue].map((value) => value.toString(16).padStart(2, '0')).join('')}`
        for (const mode of ['light', 'dark'] as const) {
          if (computeMinAccentContrast(mode, colour) < minTextContrast) continue
          passed += 1
          const { seal, pressed, tint } = deriveAccentColors(mode, colour)
          const { paper, sheet, sunk, onSeal, ink, soft } = themeColors[mode]
          const pairs = [
            [seal, paper],
            [seal, sheet],
            [seal, sunk],
            [seal, tint],
            [pressed, paper],
            [onSeal, seal],
            [onSeal, pressed],
            [ink, tint],
            [soft, tint],
          ]
          const least = Math.min(...pairs.map(([over = '', ground = '']) => computeContrastRatio(over, ground)))
          if (least < minTextContrast) throw new Error(`${colour} in ${mode} mode: ${least}`)
        }
      }
  expect(passed).toBeGreaterThan(1000)
})

test('accepts the accent colors of the product', () => {
  expect(computeMinAccentContrast('light', '#14573f')).toBeGreaterThanOrEqual(minTextContrast)
  expect(computeMinAccentContrast('dark', '#7fcaa5')).toBeGreaterThanOrEqual(minTextContrast)
})
