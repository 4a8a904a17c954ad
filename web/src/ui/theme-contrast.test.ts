import { computeContrastRatio, themeColors } from '@countersign/api/accent-colors'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const css = readFileSync(join(import.meta.dirname, 'theme.css'), 'utf8')
const lightBlock = css.slice(css.indexOf('@theme'), css.indexOf('@media'))
const darkBlock = css.slice(css.indexOf('@media'), css.indexOf('@layer base'))
const light = colorsOf(lightBlock)
const modes = { light, dark: new Map([...light, ...colorsOf(darkBlock)]) }

const grounds = ['paper', 'sheet', 'sunk']
/** Text: at least 4.5 (WCAG 2.2 §1.4.3). */
const textPairs = [
  ...['ink', 'soft', 'seal', 'seal-pressed', 'red', 'amber'].flatMap((color) =>
    grounds.map((ground) => [color, ground]),
  ),
  ['on-seal', 'seal'],
  ['on-seal', 'seal-pressed'],
  ['paper', 'ink'],
  ...['seal', 'red', 'amber'].flatMap((color) => [
    [color, `${color}-tint`],
    ['ink', `${color}-tint`],
    ['soft', `${color}-tint`],
  ]),
]
/** Control borders and focus rings: at least 3 (WCAG 2.2 §1.4.11). */
const controlPairs = ['edge', 'seal', 'red', 'amber'].flatMap((color) => grounds.map((ground) => [color, ground]))

describe.each(Object.entries(modes))('theme in %s mode', (_, colors) => {
  const ratioOf = ([over = '', ground = '']: string[]) =>
    computeContrastRatio(colors.get(over) ?? '', colors.get(ground) ?? '')

  test.each(textPairs)('%s on %s has enough contrast for text', (...pair) => {
    expect(ratioOf(pair)).toBeGreaterThanOrEqual(4.5)
  })

  test.each(controlPairs)('%s on %s has enough contrast for controls', (...pair) => {
    expect(ratioOf(pair)).toBeGreaterThanOrEqual(3)
  })
})

test('dark mode overrides every color except the shade', () => {
  const missing = [...light.keys()].filter((name) => !colorsOf(darkBlock).has(name))
  expect(missing).toEqual(['shade'])
})

test.each(['light', 'dark'] as const)(
  'the accent contrast check uses the colors of the stylesheet in %s mode',
  (mode) => {
    const { onSeal, ...same } = themeColors[mode]
    const colors = modes[mode]
    expect({ ...same, onSeal }).toEqual({
      ...Object.fromEntries(Object.keys(same).map((name) => [name, colors.get(name)])),
      onSeal: colors.get('on-seal'),
    })
  },
)

function colorsOf(block: string): Map<string, string> {
  return new Map(
    [...block.matchAll(/--color-([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]),
  )
}
