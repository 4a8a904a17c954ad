// Builds the screens when their sources changed since they were last built.
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const stamp = join(root, 'web/dist/.built-from')
const sources = ['web/*.{ts,html,json}', 'web/src/**/*', 'web/public/**/*', 'api/src/**/*.ts', 'message/src/**/*.ts', 'inspector/src/**/*.ts', 'package-lock.json']

/** Builds the screens into web/dist, or does nothing where they are up to date. */
export async function buildWeb(): Promise<void> {
  const wanted = hashSources()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('Building the screens (once after each change)…')
  await import('../web/build.ts')
  writeFileSync(stamp, wanted)
}

function hashSources(): string {
  const hash = createHash('sha256')
  const files = globSync(sources, { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
  for (const path of files.map((entry) => join(entry.parentPath, entry.name)).sort()) {
    hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0')
  }
  return hash.digest('hex')
}
