#!/usr/bin/env node
// `npx countersign`: runs the bundle, or the sources if they are newer than the bundle.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const stamp = join(import.meta.dirname, 'dist/.built-from')
const bundled = ['server', ...['proof', 'message', 'log', 'api', 'inspector'].map((name) => `packages/${name}`)]

await import(isBuilt() ? './dist/countersign.js' : './src/cli-main.ts')

function isBuilt() {
  if (!existsSync(stamp)) return false
  const builtAt = statSync(stamp).mtimeMs
  // The modification time of a folder changes when files are added or removed.
  const isOlder = (path) => statSync(path).mtimeMs <= builtAt
  return bundled
    .map((folder) => join(root, folder, 'src'))
    .every(
      (folder) =>
        isOlder(folder) && readdirSync(folder, { recursive: true }).every((path) => isOlder(join(folder, path))),
    )
}
