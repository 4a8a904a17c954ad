// Tests the recipes without running them: their lockfiles, their READMEs, and their copies in the
// documentation. The suite `kit` runs them.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { repositoryRoot } from './list-source-files.ts'
import { listRecipeNames, readRecipe, recipesFolder, releaseFolderOfRecipes } from './recipe-files.ts'

const readJson = (...path: string[]): unknown => JSON.parse(readFileSync(join(...path), 'utf8'))

interface RecipeManifest {
  dependencies: Record<string, string>
  devDependencies?: Record<string, string>
}

interface LockedPackage {
  resolved?: string
  integrity?: string
  link?: boolean
}

test('the recipes are found', () =>
  expect(listRecipeNames()).toEqual(['cli', 'express', 'hono', 'nextjs', 'react-express']))

describe.each(listRecipeNames())('recipe %s', (name) => {
  const { dependencies, devDependencies = {} } = readJson(recipesFolder, name, 'package.json') as RecipeManifest
  const { packages } = readJson(recipesFolder, name, 'package-lock.json') as { packages: Record<string, LockedPackage> }
  const installed = Object.entries(packages).filter(([path]) => path !== '')

  test('takes our packages from the release of this version, and others at an exact version', () => {
    const all = Object.entries({ ...dependencies, ...devDependencies })
    const ours = all.filter(([other]) => other.startsWith('@countersign/'))
    expect(ours.length).toBeGreaterThan(0)
    const release = releaseFolderOfRecipes()
    const version = release.split('/').at(-1)
    for (const [other, source] of ours)
      expect(source).toBe(`file:../../${release}/${other.replace('@', '').replace('/', '-')}-${version}.tgz`)
    for (const [other, source] of all.filter(([other]) => !other.startsWith('@countersign/')))
      expect(source, other).toMatch(/^\d+\.\d+\.\d+$/)
  })

  test('N16: its lockfile pins every package of others by its content hash, and names no registry', () => {
    const others = installed.filter(([, { resolved }]) => !resolved?.startsWith('file:'))
    expect(others.length).toBeGreaterThan(1)
    const unpinned = others.filter(
      ([, { resolved, integrity, link }]) =>
        link === true || resolved !== undefined || !integrity?.startsWith('sha512-'),
    )
    expect(unpinned.map(([path]) => path)).toEqual([])
  })

  test('its lockfile does not pin the hash of our packages, which differs with each build', () => {
    const ours = installed.filter(([, { resolved }]) => resolved?.startsWith('file:'))
    expect(ours.map(([path]) => path).sort()).toEqual(
      Object.keys(dependencies)
        .filter((other) => other.startsWith('@countersign/'))
        .map((other) => `node_modules/${other}`)
        .sort(),
    )
    expect(ours.filter(([, { integrity }]) => integrity !== undefined)).toEqual([])
    const { packages: root } = readJson(repositoryRoot, 'package-lock.json') as {
      packages: Record<string, { dependencies?: Record<string, string> }>
    }
    // After a change to the dependencies of a package, run `npm run lock:recipes`.
    for (const [path, locked] of ours) {
      const home = path.replace('node_modules/@countersign/', 'packages/')
      expect((locked as { dependencies?: unknown }).dependencies).toEqual(root[home]?.dependencies)
    }
  })

  test('its README fits on a screen and has at most three commands', () => {
    const { readme, commands } = readRecipe(name)
    expect(readme.split('\n').length).toBeLessThanOrEqual(40)
    expect(commands.length).toBeGreaterThan(0)
    expect(commands.length).toBeLessThanOrEqual(3)
  })
})

test('the commands of the recipes are the same in the developer kit guide', () => {
  const guide = readFileSync(join(repositoryRoot, 'docs/guides/developer-kit.md'), 'utf8')
  const shownCommands = [...guide.matchAll(/^ {4}(.* recipes\/.*)$/gm)].map(([, command = '']) => command)
  expect(shownCommands.length).toBeGreaterThan(0)
  const commands = listRecipeNames().flatMap((name) => readRecipe(name).commands)
  expect(shownCommands.filter((command) => !commands.includes(command))).toEqual([])
})

test('the developer kit guide copies and installs existing files of the clone', () => {
  const guide = readFileSync(join(repositoryRoot, 'docs/guides/developer-kit.md'), 'utf8')
  const files = [...guide.matchAll(/ \.\.\/countersign\/(\S+)/g)].map(([, file = '']) => file)
  const archives = files.filter((file) => file.endsWith('.tgz'))
  expect(archives.length).toBeGreaterThan(0)
  const { version } = readJson(repositoryRoot, 'package.json') as { version: string }
  for (const archive of archives)
    expect(archive).toMatch(new RegExp(`^${releaseFolderOfRecipes()}/countersign-[a-z]+-${version}\\.tgz$`))
  const copied = files.filter((file) => !archives.includes(file))
  expect(copied.length).toBeGreaterThan(0)
  expect(copied.filter((file) => !existsSync(join(repositoryRoot, file)))).toEqual([])
})

test('the Express recipe has 15 lines', () =>
  expect(readFileSync(join(recipesFolder, 'express/app.js'), 'utf8').trimEnd().split('\n')).toHaveLength(15))

/** A link to a file of a recipe with a colon after it, then the file in a code block. */
const shownFile = /\]\(([^)\s]*recipes\/[^)\s]+)\):\n\n```\w*\n(.*?)^```$/gms

const shown = globSync(['docs/**/*.md', 'packages/*/README.md', '*.md'], { cwd: repositoryRoot }).flatMap((document) =>
  [...readFileSync(join(repositoryRoot, document), 'utf8').matchAll(shownFile)].map(([, link = '', code = '']) => ({
    document,
    file: normalize(join(dirname(document), link)),
    code,
  })),
)

test('the documentation shows files of the recipes', () =>
  expect(new Set(shown.map(({ document }) => document))).toContain('docs/guides/developer-kit.md'))

test.each(shown)('$document shows the current text of $file', ({ file, code }) => {
  expect(existsSync(join(repositoryRoot, file))).toBe(true)
  expect(code).toBe(readFileSync(join(repositoryRoot, file), 'utf8'))
})
