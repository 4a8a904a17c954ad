// The package.json that a library is published with, made from the one of its workspace: what points at TypeScript points at the JavaScript
// made of it, and what only this repository needs is gone.

/** The parts of a package.json that are read or changed here. */
export interface PackageManifest {
  name: string
  version: string
  imports?: Record<string, Conditions>
  exports: Record<string, string>
  dependencies?: Record<string, string>
  [field: string]: unknown
}

/** Condition → file of the workspace. */
type Conditions = Readonly<Record<string, string>>

/** What goes along unchanged. Everything else is made here, or stays at home (`private`, what is needed for development). */
const copiedMembers = [
  'description',
  'keywords',
  'license',
  'type',
  'sideEffects',
  'engines',
  'peerDependencies',
  'peerDependenciesMeta',
] as const

/**
 * The entries of a workspace that others may import: all that are named. The pattern `./*` is for the rooms of this repository.
 * @returns entry → file
 */
export const listPublicEntryPoints = ({ exports }: PackageManifest): [entry: string, file: string][] =>
  Object.entries(exports).filter(([entry]) => !entry.includes('*'))

/** The files that have to be compiled: what is imported from outside, and what a condition chooses. The rest follows from their imports. */
export const listPackageEntryPointSources = (manifest: PackageManifest): string[] => [
  ...listPublicEntryPoints(manifest).map(([, file]) => file),
  ...Object.values(manifest.imports ?? {}).flatMap((conditions) => Object.values(conditions)),
]

/**
 * Makes the package.json to publish.
 * @param version of everything that is released at once
 * @throws where a dependency is not one exact version: what is tested is what is installed
 */
export function createPublishedPackageManifest(manifest: PackageManifest, version: string): Record<string, unknown> {
  const { name, imports, dependencies = {} } = manifest
  const kept = copiedMembers.filter((field) => field in manifest).map((field) => [field, manifest[field]] as const)
  return {
    name,
    version,
    ...Object.fromEntries(kept),
    files: ['dist', 'src'],
    ...(imports && { imports: Object.fromEntries(Object.entries(imports).map(([key, value]) => [key, built(value)])) }),
    exports: {
      ...Object.fromEntries(
        listPublicEntryPoints(manifest).map(([entry, file]) => [
          entry,
          { types: fileOf(file, '.d.ts'), default: fileOf(file, '.js') },
        ]),
      ),
      './package.json': './package.json',
    },
    dependencies: Object.fromEntries(
      Object.entries(dependencies).map(([other, range]) => [other, pinVersion(name, other, range, version)]),
    ),
  }
}

/** Its own kind has the version of the release, whichever the workspaces have. */
function pinVersion(name: string, other: string, range: string, version: string): string {
  if (other.startsWith('@countersign/')) return version
  if (/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(range)) return range
  throw new Error(`${name} depends on ${other} "${range}", which is not one exact version.`)
}

const built = (conditions: Conditions): Conditions =>
  Object.fromEntries(Object.entries(conditions).map(([condition, file]) => [condition, fileOf(file, '.js')]))

/** ./src/a.ts → ./dist/a.js */
function fileOf(source: string, ending: '.js' | '.d.ts'): string {
  const [, path] = /^\.\/src\/(.+)\.ts$/.exec(source) ?? []
  if (path === undefined) throw new Error(`${source} is not a source: ./src/….ts.`)
  return `./dist/${path}${ending}`
}
