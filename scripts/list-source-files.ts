// The sources as the tests of the house read them (static analysis): which there are, what they import, and in which folder of the server
// they are.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export const repositoryRoot = join(import.meta.dirname, '..')

const importForm = /(?:from|import)\s*\(?\s*'([^']+)'/g

/** What a source imports, also by a type or late, as it is written there. */
export const listSourceImports = (path: string): string[] =>
  [...readFileSync(join(repositoryRoot, path), 'utf8').matchAll(importForm)].map(([, target]) => target as string)

/** The sources of a folder, with their tests. */
export const listSourceFiles = (room: string): string[] =>
  globSync(`${room}/**/*.{ts,tsx}`, { cwd: repositoryRoot }).filter((path) => !/node_modules|\/dist\//.test(path))

/** The folder of the server's sources that a file is in, such as `store/people`. */
export const getServerSourceFolder = (path: string): string => dirname(path).slice('server/src/'.length)

/** Tests, and what only tests use. */
export const isTestSourceFile = (path: string): boolean =>
  /\.(test|spec)\.|\/testing\/|^web\/component-test-vite-plugins/.test(path)
