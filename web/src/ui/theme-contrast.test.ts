// Reads the colors from the style sheet itself, so that a colour cannot be changed without its pairs being checked.
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
/** Text on what it is set on: WCAG 2.2 §1.4.3 asks for 4.5. */
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
/** Edges of controls and what shows the focus, on what they border: WCAG 2.2 §1.4.11 asks for 3. */
const controlPairs = ['edge', 'seal', 'red', 'amber'].flatMap((color) => grounds.map((ground) => [color, ground]))

describe.each(Object.entries(modes))('in %s mode', (_, colors) => {
  const ratioOf = ([over = '', ground = '']: string[]) =>
    computeContrastRatio(colors.get(over) ?? '', colors.get(ground) ?? '')

  test.each(textPairs)('%s on %s can be read', (...pair) => {
    expect(ratioOf(pair)).toBeGreaterThanOrEqual(4.5)
  })

  test.each(controlPairs)('%s on %s can be made out', (...pair) => {
    expect(ratioOf(pair)).toBeGreaterThanOrEqual(3)
  })
})

test('the dark mode has every colour of its own but the shade, which is the same in both', () => {
  const missing = [...light.keys()].filter((name) => !colorsOf(darkBlock).has(name))
  expect(missing).toEqual(['shade'])
})

test.each(['light', 'dark'] as const)(
  'a site that chooses its own colour is measured in %s mode on the grounds that there are',
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
