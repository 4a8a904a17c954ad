// node scripts/measure-package-sizes.ts [--write]: the size of each entry of the published
// libraries, bundled with its dependencies, minified and gzipped. `--write` updates the table in
// docs/guides/developer-kit.md.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { repositoryRoot } from './list-source-files.ts'
import { publishedLibraries } from './release/pack-library-npm-packages.ts'
import { listPublicEntryPoints } from './release/published-package-manifest.ts'
import type { PackageManifest } from './release/published-package-manifest.ts'

export interface MeasuredPackageEntry {
  entry: string
  /** The imported names; null for all. */
  imports: readonly string[] | null
  bytes: number
}

/** Imports of a typical application, to show what tree shaking leaves. */
const typicalImports: Readonly<Record<string, readonly string[]>> = {
  '@countersign/message': ['parseSignInMessage'],
  '@countersign/proof': ['verifyEthereumKeySignature'],
  '@countersign/react': ['CountersignProvider', 'SignInButton', 'SignedIn', 'SignedOut', 'useUser'],
}

const guide = join(repositoryRoot, 'docs/guides/developer-kit.md')
const tableMarkers = { start: '<!-- sizes: node scripts/measure-package-sizes.ts --write -->', end: '<!-- /sizes -->' }

if (import.meta.main) {
  const table = formatPackageSizeTable(await measurePublishedLibraries())
  console.log(table)
  if (process.argv.includes('--write')) writeTable(table)
}

export async function measurePublishedLibraries(): Promise<MeasuredPackageEntry[]> {
  const measured: MeasuredPackageEntry[] = []
  for (const library of publishedLibraries) {
    const home = join(repositoryRoot, 'packages', library)
    const manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as PackageManifest
    const peers = Object.keys((manifest['peerDependencies'] as Record<string, string> | undefined) ?? {})
    for (const [path, file] of listPublicEntryPoints(manifest)) {
      const entry = join(manifest.name, path)
      const source = join(home, file)
      if (!existsSync(source) || path === './package.json') continue
      for (const imports of [typicalImports[entry] ?? null, null].filter((one, index) => index === 1 || one !== null))
        measured.push({ entry, imports, bytes: await measure(source, imports, peers) })
    }
  }
  return measured
}

async function measure(source: string, imports: readonly string[] | null, peers: readonly string[]): Promise<number> {
  if (source.endsWith('.css')) return gzipSync(readFileSync(source), { level: 9 }).length
  const folder = mkdtempSync(join(tmpdir(), 'countersign-size-'))
  try {
    const input = join(folder, 'entry.js')
    const names = imports === null ? '*' : `{ ${imports.join(', ')} }`
    // A module with side effects, such as the definition of an element, exports nothing.
    writeFileSync(input, `export ${names} from ${JSON.stringify(source)}\nimport ${JSON.stringify(source)}\n`)
    const bundle = await rolldown({
      input,
      platform: source.includes('/packages/node/') ? 'node' : 'browser',
      external: (name) => isBuiltin(name) || peers.some((peer) => name === peer || name.startsWith(`${peer}/`)),
      transform: { define: { 'process.env.NODE_ENV': '"production"' } },
      logLevel: 'silent',
    })
    const { output } = await bundle.generate({ format: 'esm', minify: true, codeSplitting: false })
    await bundle.close()
    return gzipSync(output[0].code, { level: 9 }).length
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export function formatPackageSizeTable(measured: readonly MeasuredPackageEntry[]): string {
  const rows = measured.map(({ entry, imports, bytes }) => {
    const names = imports === null ? 'everything' : imports.map((name) => `\`${name}\``).join(', ')
    return `| \`${entry}\` | ${names} | ${(bytes / 1000).toFixed(1)} kB |`
  })
  return ['| entry | imported | size |', '|---|---|---|', ...rows].join('\n')
}

export function readPackageSizeTable(): string {
  const text = readFileSync(guide, 'utf8')
  const { start, end } = findTable(text)
  return text.slice(start, end).trim()
}

function writeTable(content: string): void {
  const text = readFileSync(guide, 'utf8')
  const { start, end } = findTable(text)
  writeFileSync(guide, `${text.slice(0, start)}\n${content}\n${text.slice(end)}`)
}

function findTable(text: string): { start: number; end: number } {
  const [start, end] = [text.indexOf(tableMarkers.start), text.indexOf(tableMarkers.end)]
  if (start < 0 || end < start)
    throw new Error(`${guide} has no place for the table: add ${tableMarkers.start} and ${tableMarkers.end}.`)
  return { start: start + tableMarkers.start.length, end }
}
