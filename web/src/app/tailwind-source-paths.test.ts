// The stylesheets name the files whose class names they are built from. A name that leads nowhere would leave its styles out in silence.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = import.meta.dirname

/** The paths of one `@source`, a name in braces by another. */
function expandBraces(path: string): string[] {
  const braces = /\{([^}]+)\}/.exec(path)
  return braces === null ? [path] : (braces[1] as string).split(',').map((name) => path.replace(braces[0], name))
}

const sources = globSync('*.css', { cwd: folder }).flatMap((stylesheet) =>
  [...readFileSync(join(folder, stylesheet), 'utf8').matchAll(/@source (?:not )?'([^']+)'/g)].flatMap(([, path = '']) =>
    expandBraces(path).map((name) => ({ stylesheet, name })),
  ),
)

test('the stylesheets name their sources', () => expect(sources.length).toBeGreaterThan(40))

test.each(sources)('$stylesheet: $name exists', ({ name }) => {
  expect(globSync(name, { cwd: folder })).not.toEqual([])
})
