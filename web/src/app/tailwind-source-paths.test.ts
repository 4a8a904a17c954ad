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

const readSourcesOf = (stylesheet: string): string =>
  [...readFileSync(join(folder, stylesheet), 'utf8').matchAll(/@source '([^']+)'/g)]
    .flatMap(([, path = '']) => expandBraces(path))
    .flatMap((name) => (name.endsWith('.tsx') ? [name] : globSync(`${name}/**/*.{ts,tsx}`, { cwd: folder })))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n')

/** The names in `className` attributes, including those in the branches of a template. */
const listClassNames = (source: string): string[] =>
  [...source.matchAll(/className=(?:"([^"]*)"|\{`([^`]*)`\})/g)].flatMap(([, plain = '', template = '']) =>
    `${plain}${template.replaceAll(/\$\{[^}]*\}/g, (code) => (code.match(/'[^']*'/g) ?? []).join(' '))}`
      .split(/[\s']+/)
      .filter((name) => name !== ''),
  )

// No style sheet lists them, so that the sign-in page does not load styles that few people need.
test.each(['sign-in.css', 'account.css', 'admin.css'])(
  '%s has all styles of the screens for signing elsewhere',
  (stylesheet) => {
    const screens = globSync('../features/sign-in/manual-signing/*.tsx', { cwd: folder })
    const used = screens.flatMap((file) => listClassNames(readFileSync(join(folder, file), 'utf8')))
    expect(used.length).toBeGreaterThan(40)
    const known = new Set(readSourcesOf(stylesheet).split(/[\s'"`{}<>;,]+/))
    expect(used.filter((name) => !known.has(name))).toEqual([])
  },
)
