// Each build runs in its own process, because a bundler holds 200 MB that a server would keep.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface BundleBuildTarget {
  name: string
  program: string
  /** Glob patterns that exclude tests and build output. */
  sources: readonly string[]
  outputFolder: string
}

const shared = ['packages/{api,message,proof,log,inspector}/src/**/*.ts', 'package-lock.json']

const webTarget: BundleBuildTarget = {
  name: 'the front end',
  program: 'web/build.ts',
  sources: ['web/*.{ts,html,json}', 'web/src/**/*', 'web/public/**/*', ...shared],
  outputFolder: 'web/dist',
}

const serverTarget: BundleBuildTarget = {
  name: 'the server',
  program: 'server/build.ts',
  sources: [
    'server/{build,server-bundle-external-packages}.ts',
    'server/src/**/*.ts',
    '{server,packages/{api,message,proof,log,inspector}}/package.json',
    ...shared,
  ],
  outputFolder: 'server/dist',
}

export const countersignCliPath = join(import.meta.dirname, '..', serverTarget.outputFolder, 'countersign.js')

export const buildWebIfChanged = (): void => void buildBundleIfChanged(webTarget)

export const buildServerIfChanged = (): void => void buildBundleIfChanged(serverTarget)

/** Returns whether the bundle was built. A failed build has printed why. */
export function buildBundleIfChanged(
  { name, program, sources, outputFolder }: BundleBuildTarget,
  root = join(import.meta.dirname, '..'),
): boolean {
  const wanted = hashSources(root, sources)
  const stamp = join(root, outputFolder, '.built-from')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return false
  console.log(`Building ${name} (once after each change)…`)
  const { status } = spawnSync(process.execPath, [join(root, program)], {
    cwd: root,
    stdio: 'inherit',
    // Test runners set NODE_ENV to "test", which would bundle React's development build.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status !== 0) throw new Error(`${program} failed: ${name} could not be built.`)
  writeFileSync(stamp, wanted)
  return true
}

function hashSources(root: string, sources: readonly string[]): string {
  const hash = createHash('sha256')
  const files = globSync(sources, { cwd: root, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !/\.(test|generated)\./.test(entry.name),
  )
  for (const path of files.map((entry) => join(entry.parentPath, entry.name)).sort()) {
    hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0')
  }
  return hash.digest('hex')
}

if (import.meta.main) {
  buildWebIfChanged()
  buildServerIfChanged()
}
