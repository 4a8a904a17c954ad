// Tests the import layers: imports point down, and no folder or file is part of an import cycle.
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { listSourceImports, isTestSourceFile, repositoryRoot, listSourceFiles } from './list-source-files.ts'

/**
 * Listed from the bottom up: each entry imports only from earlier ones. Entries in the same
 * brackets do not import each other.
 */
const layers: Readonly<Record<string, readonly (readonly string[])[]>> = {
  '.': [
    ['packages/message', 'packages/log', 'packages/react', 'packages/node', 'examples'],
    ['packages/proof', 'packages/api'],
    ['packages/inspector'],
    ['server', 'web'],
    ['packages/testing'],
    ['bench'],
    ['e2e', 'scripts', 'recipes'],
  ],
  'server/src': [
    ['platform'],
    ['chains'],
    ['audit-log'],
    ['store'],
    ['groups'],
    ['auth'],
    ['oidc'],
    ['account'],
    ['admin'],
    ['create-server-background-jobs.ts', 'register-api-routes.ts'],
    ['create-server-app.ts'],
    ['start-background-jobs.ts'],
    ['run-server-process.ts'],
    ['cli'],
    ['cli-main.ts', 'npm-start-entry.ts'],
  ],
  'web/src': [['api'], ['i18n'], ['ui'], ['features'], ['app']],
}

/** An allowed cycle: e2e tests the release that scripts build, and scripts list the e2e suites. */
const exceptions = new Set(['e2e > scripts', 'scripts > e2e'])

const productionSources = listSourceFiles('.').filter((path) => !isTestSourceFile(path))
const imports: ReadonlyMap<string, readonly string[]> = new Map(
  productionSources.map((path) => [
    path,
    listSourceImports(path).flatMap((target) => {
      const workspace = /^@countersign\/([a-z0-9]+)\/?(.*)/.exec(target)
      if (target.startsWith('.')) return [relative(repositoryRoot, join(repositoryRoot, dirname(path), target))]
      if (workspace === null) return []
      const folder = ['server', 'web'].includes(workspace[1] ?? '') ? workspace[1] : `packages/${workspace[1]}`
      return [`${folder}/src/${workspace[2]}.ts`]
    }),
  ]),
)

test.each(Object.keys(layers))('imports between the layers of %s point down', (folder) => {
  const order = layers[folder] ?? []
  const isIn = (path: string, layer: string) => {
    const full = folder === '.' ? layer : `${folder}/${layer}`
    return path === full || path.startsWith(`${full}/`)
  }
  const levelOf = (path: string) => order.findIndex((level) => level.some((layer) => isIn(path, layer)))
  const layerOf = (path: string) => order[levelOf(path)]?.find((layer) => isIn(path, layer))
  const sources = [...imports].filter(([path]) => (folder === '.' ? path.includes('/') : path.startsWith(`${folder}/`)))
  expect(sources.length).toBeGreaterThan(100)
  expect(sources.filter(([path]) => levelOf(path) < 0).map(([path]) => path)).toEqual([])
  const upward = sources.flatMap(([path, targets]) =>
    targets
      .filter((target) => levelOf(target) >= levelOf(path) && layerOf(target) !== layerOf(path))
      .filter((target) => !exceptions.has(`${layerOf(path)} > ${layerOf(target)}`))
      .map((target) => `${path} imports ${target}`),
  )
  expect(upward).toEqual([])
})

function findCycles(graph: ReadonlyMap<string, Iterable<string>>): string[] {
  const visited = new Set<string>()
  const path: string[] = []
  const cycles: string[] = []
  const visit = (node: string): void => {
    if (path.includes(node)) cycles.push([...path.slice(path.indexOf(node)), node].join(' → '))
    if (visited.has(node)) return
    visited.add(node)
    path.push(node)
    for (const next of graph.get(node) ?? []) visit(next)
    path.pop()
  }
  for (const node of graph.keys()) visit(node)
  return cycles
}

test('import cycles are detected', () => {
  const graph = { a: ['b'], b: ['c', 'd'], c: ['b'], d: [], e: ['e'] }
  expect(findCycles(new Map(Object.entries(graph)))).toEqual(['b → c → b', 'e → e'])
})

function importsWithinFolders(): Map<string, Map<string, Set<string>>> {
  const folders = new Map<string, Map<string, Set<string>>>()
  for (const [path, targets] of imports) {
    for (const target of targets) {
      const from = path.split('/')
      const to = target.split('/')
      const depth = from.findIndex((name, index) => name !== to[index])
      if (depth < 1 || from.slice(0, depth).join('/') === 'packages') continue
      const folder = from.slice(0, depth).join('/')
      const graph = folders.get(folder) ?? new Map<string, Set<string>>()
      folders.set(folder, graph)
      const one = from[depth] ?? ''
      graph.set(one, (graph.get(one) ?? new Set()).add(to[depth] ?? ''))
    }
  }
  return folders
}

test('within each folder, folders and files import each other without cycles', () => {
  const folders = importsWithinFolders()
  expect(folders.size).toBeGreaterThan(50)
  expect([...folders].flatMap(([folder, graph]) => findCycles(graph).map((cycle) => `${folder}: ${cycle}`))).toEqual([])
})

test('in e2e, only the simulation imports the server', () => {
  const wrong = [...imports]
    .filter(([path]) => path.startsWith('e2e/') && !path.startsWith('e2e/src/simulation/'))
    .flatMap(([path, targets]) => targets.filter((target) => target.startsWith('server/')).map(() => path))
  expect(wrong).toEqual([])
})
