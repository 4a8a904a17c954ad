// The published libraries contain JavaScript; the repository uses the TypeScript directly.
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

/** In build order: each library comes after those that it imports. */
export const publishedLibraries: readonly string[] = ['message', 'proof', 'react', 'node']

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

/** Lets a library resolve the libraries built before it, in the same way as for users. */
function stageWorkspace(stage: string): void {
  symlinkSync(join(root, 'node_modules'), join(stage, 'node_modules'))
  mkdirSync(join(stage, 'packages/node_modules'), { recursive: true })
  symlinkSync(join(stage, 'packages'), join(stage, 'packages/node_modules/@countersign'))
}

function buildLibrary(library: string, stage: string, version: string): string {
  const folder = join(stage, 'packages', library)
  const home = join(root, 'packages', library)
  const manifest = readManifest(join(home, 'package.json'))
  for (const source of globSync('src/**/*.{ts,tsx}', { cwd: home })) copy(join(home, source), join(folder, source))
  for (const style of globSync('src/**/*.css', { cwd: home })) {
    const target = join(folder, style.replace('src/', 'dist/'))
    copy(join(home, style), target)
    writeFileSync(`${target}.d.ts`, 'export {}\n')
  }
  // During compilation, conditional imports still point to sources.
  writeJson(join(folder, 'package.json'), { type: manifest['type'], imports: manifest.imports })
  compile(folder, listPackageEntryPointSources(manifest), readBrowserCompilerOptions(home))
  rmSync(join(folder, 'tsconfig.json'))
  // Keeps the sources that the source maps name, without tests and test helpers.
  for (const source of globSync('src/**/*.{ts,tsx}', { cwd: folder }))
    if (!existsSync(join(folder, source.replace(/^src\/(.*)\.tsx?$/, 'dist/$1.js')))) rmSync(join(folder, source))
  writeJson(join(folder, 'package.json'), createPublishedPackageManifest(manifest, version))
  copy(join(home, 'README.md'), join(folder, 'README.md'))
  copy(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  return folder
}

/** A library for pages needs the types of browsers, and one with components needs JSX. */
function readBrowserCompilerOptions(home: string): Record<string, unknown> {
  const { compilerOptions = {} } = JSON.parse(readFileSync(join(home, 'tsconfig.json'), 'utf8')) as {
    compilerOptions?: Record<string, unknown>
  }
  return compilerOptions
}

function compile(folder: string, files: readonly string[], options: Record<string, unknown>): void {
  writeJson(join(folder, 'tsconfig.json'), {
    extends: join(root, 'tsconfig.base.json'),
    compilerOptions: {
      ...options,
      noEmit: false,
      rewriteRelativeImportExtensions: true,
      declaration: true,
      declarationMap: true,
      sourceMap: true,
      // Supported by browsers and Node 20.
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
  if (findings.length > 0) throw new Error(`${name} cannot be published:\n${findings.join('\n')}`)
  return tarball
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(from, to)
}

const readManifest = (path: string): PackageManifest => JSON.parse(readFileSync(path, 'utf8')) as PackageManifest

const writeJson = (path: string, content: unknown): void => writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`)
