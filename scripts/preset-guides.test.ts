// Tests that the preset guides and the troubleshooting guide match their data, and that no other
// guide exists.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { renderPresetGuides } from './reference/render-preset-guides.ts'
import { renderTroubleshootingGuide } from './reference/troubleshooting-guide-page.ts'

const root = join(import.meta.dirname, '..')
const pages = renderPresetGuides()

test.each([...pages, renderTroubleshootingGuide()])(
  '$path matches its data (npm run reference updates it)',
  ({ path, text }) => {
    expect(existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : 'no such file').toBe(text)
  },
)

test('docs/guides/programs has one page per preset and nothing else', () => {
  expect(globSync('docs/guides/programs/*', { cwd: root }).sort()).toEqual(pages.map(({ path }) => path).sort())
})
