// In a published library, entries point to JavaScript.

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

/** All other members are generated here or omitted, such as `private` and devDependencies. */
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

/** The pattern `./*` is used only within this repository. */
export const listPublicEntryPoints = ({ exports }: PackageManifest): [entry: string, file: string][] =>
  Object.entries(exports).filter(([entry]) => !entry.includes('*'))

const isStyleSheet = (file: string): boolean => file.endsWith('.css')

/** The compiler follows the imports of these files. */
export const listPackageEntryPointSources = (manifest: PackageManifest): string[] => [
  ...listPublicEntryPoints(manifest).flatMap(([, file]) => (isStyleSheet(file) ? [] : file)),
  ...Object.values(manifest.imports ?? {}).flatMap((conditions) => Object.values(conditions)),
]

/** Throws if a dependency is not an exact version, because users must get what was tested. */
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
          isStyleSheet(file) ? styleSheetOf(file) : { types: fileOf(file, '.d.ts'), default: fileOf(file, '.js') },
        ]),
      ),
      './package.json': './package.json',
    },
    dependencies: Object.fromEntries(
      Object.entries(dependencies).map(([other, range]) => [other, pinVersion(name, other, range, version)]),
    ),
  }
}

function pinVersion(name: string, other: string, range: string, version: string): string {
  if (other.startsWith('@countersign/')) return version
  if (/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(range)) return range
  throw new Error(`${name} depends on ${other} "${range}", which is not an exact version.`)
}

const built = (conditions: Conditions): Conditions =>
  Object.fromEntries(Object.entries(conditions).map(([condition, file]) => [condition, fileOf(file, '.js')]))

/** With an empty declaration, TypeScript accepts `import '…/styles.css'` in every setup. */
function styleSheetOf(source: string): Conditions {
  const file = source.replace('./src/', './dist/')
  return { types: `${file}.d.ts`, default: file }
}

function fileOf(source: string, ending: '.js' | '.d.ts'): string {
  const [, path] = /^\.\/src\/(.+)\.tsx?$/.exec(source) ?? []
  if (path === undefined) throw new Error(`${source} is not a source file (./src/….ts).`)
  return `./dist/${path}${ending}`
}
