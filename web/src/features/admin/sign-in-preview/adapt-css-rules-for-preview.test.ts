import { expect, test } from 'vitest'
import { adaptCssRulesForPreview } from './adapt-css-rules-for-preview.ts'

const rules =
  ':root{color:red}@media (prefers-color-scheme: dark){a{b:c}}@media (prefers-color-scheme:light) and (min-width: 40rem){d{e:f}}' +
  '@media (pointer: coarse){g{h:i}}'

test('replaces color-mode and pointer media queries with those of the previewed page', () => {
  expect(adaptCssRulesForPreview('dark', true, rules)).toBe(
    ':root{color:red}@media (min-width: 0){a{b:c}}@media (max-width: 0) and (min-width: 40rem){d{e:f}}@media (min-width: 0){g{h:i}}',
  )
  expect(adaptCssRulesForPreview('light', false, rules)).toBe(
    ':root{color:red}@media (max-width: 0){a{b:c}}@media (min-width: 0) and (min-width: 40rem){d{e:f}}@media (max-width: 0){g{h:i}}',
  )
})
