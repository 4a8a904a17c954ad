import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export const repositoryRoot = join(import.meta.dirname, '..')

const importForm = /(?:from|import)\s*\(?\s*'([^']+)'/g

/** Import specifiers exactly as written, including type and dynamic imports. */
export const listSourceImports = (path: string): string[] =>
  [...readFileSync(join(repositoryRoot, path), 'utf8').matchAll(importForm)].map(([, target]) => target as string)

export const listSourceFiles = (room: string): string[] =>
  globSync(`${room}/**/*.{ts,tsx}`, { cwd: repositoryRoot }).filter((path) => !/node_modules|\/dist\//.test(path))

/** A folder such as `store/people`. */
export const getServerSourceFolder = (path: string): string => dirname(path).slice('server/src/'.length)

export const isTestSourceFile = (path: string): boolean =>
  /\.(test|spec)\.|\/testing\/|^web\/component-test-vite-plugins/.test(path)
