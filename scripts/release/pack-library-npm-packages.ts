// Builds and packs the libraries that are published (npm packages): JavaScript with declarations, and maps back to the sources, which go along.
// Inside the repository the same workspaces are used as they stand.
import { execFileSync, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { findLibraryTarballProblems } from './find-library-tarball-problems.ts'
import { createPublishedPackageManifest, listPackageEntryPointSources } from './published-package-manifest.ts'
import type { PackageManifest } from './published-package-manifest.ts'

const root = join(import.meta.dirname, '../..')

/** In the order in which they are built: each after those that it imports. */
export const publishedLibraries: readonly string[] = ['message', 'proof']

/**
 * Builds, packs and checks the libraries.
 * @param into the folder for the tarballs; it is made where it is not there
 * @returns their paths
 * @throws where one does not compile, or is packed so that somebody could not use it
 */
export async function packLibraryNpmPackages(into: string): Promise<string[]> {
  const { version } = readManifest(join(root, 'package.json'))
  const target = resolve(into)
  const stage = mkdtempSync(join(tmpdir(), 'countersign-libraries-'))
  mkdirSync(target, { recursive: true })
  try {
    stageWorkspace(stage)
    return await Promise.all(
      publishedLibraries.map((library) => pack(buildLibrary(library, stage, version), version, target)),
    )
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

/** A library finds those that were built before as whoever installs it will, and everything else where the repository has it. */
function stageWorkspace(stage: string): void {
  symlinkSync(join(root, 'node_modules'), join(stage, 'node_modules'))
  mkdirSync(join(stage, 'packages/node_modules'), { recursive: true })
  symlinkSync(join(stage, 'packages'), join(stage, 'packages/node_modules/@countersign'))
}

/** Compiles one library into a folder of its own, complete for packing. */
function buildLibrary(library: string, stage: string, version: string): string {
  const folder = join(stage, 'packages', library)
  const home = join(root, 'packages', library)
  const manifest = readManifest(join(home, 'package.json'))
  for (const source of globSync('src/**/*.ts', { cwd: home })) copy(join(home, source), join(folder, source))
  // While it is compiled, what a condition chooses is a source still.
  writeJson(join(folder, 'package.json'), { type: manifest['type'], imports: manifest.imports })
  compile(folder, listPackageEntryPointSources(manifest))
  rmSync(join(folder, 'tsconfig.json'))
  // Of the sources those stay that the maps name: no tests, and nothing that tests are made with.
  for (const source of globSync('src/**/*.ts', { cwd: folder }))
    if (!existsSync(join(folder, source.replace(/^src\/(.*)\.ts$/, 'dist/$1.js')))) rmSync(join(folder, source))
  writeJson(join(folder, 'package.json'), createPublishedPackageManifest(manifest, version))
  copy(join(home, 'README.md'), join(folder, 'README.md'))
  copy(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  return folder
}

function compile(folder: string, files: readonly string[]): void {
  writeJson(join(folder, 'tsconfig.json'), {
    extends: join(root, 'tsconfig.base.json'),
    compilerOptions: {
      noEmit: false,
      rewriteRelativeImportExtensions: true,
      declaration: true,
      declarationMap: true,
      sourceMap: true,
      // What browsers and Node 20 understand without being helped.
      target: 'es2022',
      rootDir: 'src',
      outDir: 'dist',
      typeRoots: [join(root, 'node_modules/@types')],
    },
    files,
  })
  const { status, stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${folder} does not compile:\n${stdout}`)
}

async function pack(folder: string, version: string, into: string): Promise<string> {
  const { name } = readManifest(join(folder, 'package.json'))
  const npm = ['pack', '--silent', '--ignore-scripts', '--pack-destination', into]
  execFileSync('npm', npm, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  const tarball = join(into, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`)
  const findings = await findLibraryTarballProblems(tarball)
  if (findings.length > 0) throw new Error(`${name} is not fit to be published:\n${findings.join('\n')}`)
  return tarball
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(from, to)
}

const readManifest = (path: string): PackageManifest => JSON.parse(readFileSync(path, 'utf8')) as PackageManifest

const writeJson = (path: string, content: unknown): void => writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`)
