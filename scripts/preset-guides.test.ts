// The pages of the programs, and that of what is refused, say what their data says, and there is a page for nothing else.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { renderPresetGuides } from './reference/render-preset-guides.ts'
import { renderTroubleshootingGuide } from './reference/troubleshooting-guide-page.ts'

const root = join(import.meta.dirname, '..')
const pages = renderPresetGuides()

test.each([...pages, renderTroubleshootingGuide()])(
  '$path says what its data says (npm run reference writes it anew)',
  ({ path, text }) => {
    expect(existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : 'no such file').toBe(text)
  },
)

test('there is a page for each program and for nothing else', () => {
  expect(globSync('docs/guides/programs/*', { cwd: root }).sort()).toEqual(pages.map(({ path }) => path).sort())
})
