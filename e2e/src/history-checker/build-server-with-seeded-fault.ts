// Mutation testing of the checker. Faults are text replacements that a test keeps applicable.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { linkNodeModulesIntoBuildFolder } from '../build-previous-server-release.ts'

export interface ServerSourceMutation {
  about: string
  changes: readonly { file: string; find: string; replace: string }[]
}

const root = join(import.meta.dirname, '../../..')
const mutationsFolder = join(import.meta.dirname, 'mutations')
const { dependencies } = JSON.parse(readFileSync(join(root, 'server/package.json'), 'utf8')) as {
  dependencies: Record<string, string>
}
const packageScope = '@countersign/'
const copiedWorkspaces = [
  'server',
  ...Object.keys(dependencies)
    .filter((name) => name.startsWith(packageScope))
    .map((name) => `packages/${name.slice(packageScope.length)}`),
]

export const serverSourceMutationNames: readonly string[] = readdirSync(mutationsFolder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => basename(file, '.json'))
  .toSorted()

export const readServerSourceMutationDefinition = (name: string): ServerSourceMutation =>
  JSON.parse(readFileSync(join(mutationsFolder, `${name}.json`), 'utf8')) as ServerSourceMutation

function applyMutationChange(source: string, { file, find, replace }: ServerSourceMutation['changes'][number]): string {
  const places = source.split(find).length - 1
  if (places !== 1)
    throw new Error(`The text to replace must occur once in ${file}, but occurs ${places} times: ${find}`)
  return source.replace(find, () => replace)
}

/** Maps each path to its changed source. */
export function applyServerSourceMutation({ changes }: ServerSourceMutation): Map<string, string> {
  const files = new Map<string, string>()
  for (const change of changes)
    files.set(
      change.file,
      applyMutationChange(files.get(change.file) ?? readFileSync(join(root, change.file), 'utf8'), change),
    )
  return files
}

export interface MutationTestServer {
  program: string
  remove: () => void
}

export function buildMutationTestServer(name: string): MutationTestServer {
  const files = applyServerSourceMutation(readServerSourceMutationDefinition(name))
  const copy = mkdtempSync(join(tmpdir(), 'countersign-fault-'))
  for (const workspace of copiedWorkspaces)
    cpSync(join(root, workspace), join(copy, workspace), {
      recursive: true,
      filter: (path) => !/\/(node_modules|dist)$|\.test\.ts$/.test(path),
    })
  for (const file of ['package.json', 'tsconfig.base.json']) cpSync(join(root, file), join(copy, file))
  for (const [file, text] of files) writeFileSync(join(copy, file), text)
  linkNodeModulesIntoBuildFolder(copy, copiedWorkspaces)
  // The web interface is unchanged.
  symlinkSync(join(root, 'web'), join(copy, 'web'))
  execFileSync(process.execPath, ['server/build.ts'], { cwd: copy, stdio: 'pipe' })
  return {
    program: join(copy, 'server/dist/countersign.js'),
    remove: () => rmSync(copy, { recursive: true, force: true }),
  }
}
