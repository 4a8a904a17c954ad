#!/usr/bin/env node
// `npx countersign`: runs the command line as it was built, or its sources, which take several times as long to start, where they have
// changed since or nothing was built: a command is always of the version that lies here.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const stamp = join(import.meta.dirname, 'dist/.built-from')
const bundled = ['server', ...['proof', 'message', 'log', 'api', 'inspector'].map((name) => `packages/${name}`)]

await import(isBuilt() ? './dist/countersign.js' : './src/cli-main.ts')

function isBuilt() {
  if (!existsSync(stamp)) return false
  const builtAt = statSync(stamp).mtimeMs
  // A folder changes when a file in it comes or goes.
  const isOlder = (path) => statSync(path).mtimeMs <= builtAt
  return bundled
    .map((folder) => join(root, folder, 'src'))
    .every(
      (folder) =>
        isOlder(folder) && readdirSync(folder, { recursive: true }).every((path) => isOlder(join(folder, path))),
    )
}
