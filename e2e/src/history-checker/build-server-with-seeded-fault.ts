// Seeded faults (mutation testing of the checker): the server with one thing wrong that servers get wrong, built from a copy of its sources. A fault is
// kept as what is found in which file and what stands there instead, so that a test says which one no longer applies.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { linkNodeModulesIntoBuildFolder } from '../build-previous-server-release.ts'

/** One thing that is wrong. */
export interface ServerSourceMutation {
  /** What is wrong, in a sentence. */
  about: string
  changes: readonly { file: string; find: string; replace: string }[]
}

const root = join(import.meta.dirname, '../../..')
const mutationsFolder = join(import.meta.dirname, 'mutations')
/** What a server is built from: itself, and every package of this repository that it depends on. */
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

/** The names of all faults. */
export const serverSourceMutationNames: readonly string[] = readdirSync(mutationsFolder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => basename(file, '.json'))
  .toSorted()

export const readServerSourceMutationDefinition = (name: string): ServerSourceMutation =>
  JSON.parse(readFileSync(join(mutationsFolder, `${name}.json`), 'utf8')) as ServerSourceMutation

/**
 * A source with what is wrong put into it.
 * @throws where what is to be found is not there once
 */
function applyMutationChange(source: string, { file, find, replace }: ServerSourceMutation['changes'][number]): string {
  const places = source.split(find).length - 1
  if (places !== 1) throw new Error(`${file} has it ${places} times, and a fault needs it once: ${find}`)
  return source.replace(find, () => replace)
}

/** Every file that a fault changes, as it is then. */
export function applyServerSourceMutation({ changes }: ServerSourceMutation): Map<string, string> {
  const files = new Map<string, string>()
  for (const change of changes)
    files.set(
      change.file,
      applyMutationChange(files.get(change.file) ?? readFileSync(join(root, change.file), 'utf8'), change),
    )
  return files
}

/** A server that is built to be wrong. */
export interface MutationTestServer {
  /** Its command line. */
  program: string
  remove: () => void
}

/** Builds the server with a fault, in a temporary folder. */
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
  // What it shows is as it was.
  symlinkSync(join(root, 'web'), join(copy, 'web'))
  execFileSync(process.execPath, ['server/build.ts'], { cwd: copy, stdio: 'pipe' })
  return {
    program: join(copy, 'server/dist/countersign.js'),
    remove: () => rmSync(copy, { recursive: true, force: true }),
  }
}
