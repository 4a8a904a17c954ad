// Reads the colours from the style sheet itself, so that a colour cannot be changed without its pairs being checked.
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
  ...['ink', 'soft', 'seal', 'seal-pressed', 'red', 'amber'].flatMap((color) => grounds.map((ground) => [color, ground])),
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
  const ratioOf = ([over = '', ground = '']: string[]) => contrast(colors.get(over) ?? '', colors.get(ground) ?? '')

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

function colorsOf(block: string): Map<string, string> {
  return new Map([...block.matchAll(/--color-([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]))
}

/** WCAG 2.2, "contrast ratio". */
function contrast(one: string, other: string): number {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (bright + 0.05) / (dark + 0.05)
}

/** WCAG 2.2, "relative luminance". */
function luminance(color: string): number {
  const [red = Number.NaN, green = Number.NaN, blue = Number.NaN] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
