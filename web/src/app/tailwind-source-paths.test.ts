// If an `@source` path were wrong, the styles of its files would silently be missing.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = import.meta.dirname

function expandBraces(path: string): string[] {
  const braces = /\{([^}]+)\}/.exec(path)
  return braces === null ? [path] : (braces[1] as string).split(',').map((name) => path.replace(braces[0], name))
}

const sources = globSync('*.css', { cwd: folder }).flatMap((stylesheet) =>
  [...readFileSync(join(folder, stylesheet), 'utf8').matchAll(/@source (?:not )?'([^']+)'/g)].flatMap(([, path = '']) =>
    expandBraces(path).map((name) => ({ stylesheet, name })),
  ),
)

test('the stylesheets contain @source paths', () => expect(sources.length).toBeGreaterThan(40))

test.each(sources)('@source path in $stylesheet exists: $name', ({ name }) => {
  expect(globSync(name, { cwd: folder })).not.toEqual([])
})
