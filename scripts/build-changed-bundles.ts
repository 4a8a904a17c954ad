// Builds what is built, the screens and the server's bundle, each when its sources changed since, and in a process of its own: a bundler
// holds two hundred megabytes, which a server would keep. Run by itself (node scripts/build-changed-bundles.ts), it builds both.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Something that is built. */
export interface BundleBuildTarget {
  /** What is said while it is built. */
  name: string
  /** The program that builds it. */
  program: string
  /** What it is made of, as patterns; tests, and what a build itself writes, are left out. */
  sources: readonly string[]
  /** The folder that it is built into. */
  outputFolder: string
}

const shared = ['packages/{api,message,proof,log,inspector}/src/**/*.ts', 'package-lock.json']

const webTarget: BundleBuildTarget = {
  name: 'the screens',
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

/** The command line of the product, as it is shipped; it is there once the server is built. */
export const countersignCliPath = join(import.meta.dirname, '..', serverTarget.outputFolder, 'countersign.js')

/** Builds the screens, or does nothing where they are up to date. */
export const buildWebIfChanged = (): void => void buildBundleIfChanged(webTarget)

/** Builds the server's bundle, or does nothing where it is up to date. */
export const buildServerIfChanged = (): void => void buildBundleIfChanged(serverTarget)

/**
 * Builds a thing where its sources are not those it was built from.
 * @param root that all paths begin at
 * @returns whether it was built
 * @throws where it cannot be built; what is wrong was said by the program that builds it
 */
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
    // Test runners set it to "test", which would bundle React's development build.
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
