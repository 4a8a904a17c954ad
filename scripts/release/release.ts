// `npm run release`: makes everything that is given away (release engineering), from one commit, and publishes nothing. It refuses what would
// have to be taken back: changes that are in no commit, a version that the changelog does not know, a red test.
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

/** What a release is made with; tests give their own. */
export interface ReleaseWorld {
  /** The folder of the repository. */
  root: string
  /** The folder of all releases; this one gets a folder in it. */
  into: string
  tell: (line: string) => void
  /**
   * Runs a program in the repository.
   * @returns what it wrote to its output
   * @throws where it ends with anything but 0
   */
  run: (program: string, parameters: readonly string[]) => string
  /** Each writes its part into a folder that it is given, for the version and the commit. */
  makers: readonly ReleaseMaker[]
}

/** What a part is made for: the folder that it is written into, and what it is made from. */
export interface Release {
  into: string
  version: string
  commit: string
}

/** A part of a release. */
export interface ReleaseMaker {
  name: string
  make: (release: Release) => Promise<void> | void
}

/** Why there is no release; `message` says what to do. */
export class ReleaseFault extends Error {}

/**
 * Makes a release.
 * @returns the folder with all of its files, and their sums in SHA256SUMS
 * @throws ReleaseFault where something stands against it; nothing is left of it then
 */
export async function release({ root, into, tell, run, makers }: ReleaseWorld): Promise<string> {
  const version = readVersion(root)
  const commit = readCommit(run)
  if (!readFileSync(join(root, 'CHANGELOG.md'), 'utf8').includes(`\n## [${version}]`))
    throw new ReleaseFault(`CHANGELOG.md has no entry for ${version}: write what changed under "## [${version}]".`)
  const folder = join(into, version)
  if (existsSync(folder))
    throw new ReleaseFault(`${folder} is there already: remove it, or raise the version in package.json.`)

  tell('Checks and tests, as continuous integration runs them…')
  try {
    run('bash', ['.ci/run'])
  } catch {
    throw new ReleaseFault('A check or a test failed: there is no release from this commit.')
  }

  mkdirSync(into, { recursive: true })
  const making = mkdtempSync(join(into, '.making-'))
  try {
    for (const { name, make } of makers) {
      tell(`${name}…`)
      await make({ into: making, version, commit })
    }
    // What the tests or a maker changed is in no commit.
    if (readCommit(run) !== commit) throw new ReleaseFault('The commit changed meanwhile.')
    writeSums(making)
    renameSync(making, folder)
  } finally {
    rmSync(making, { recursive: true, force: true })
  }
  return folder
}

/** @returns the version that all rooms share */
function readVersion(root: string): string {
  const { version, workspaces } = readManifest(root)
  const others = workspaces.filter((room) => readManifest(join(root, room)).version !== version)
  if (others.length > 0)
    throw new ReleaseFault(`package.json is ${version}, and ${others.join(', ')} has another version: one for all.`)
  return version
}

interface Manifest {
  version: string
  workspaces: string[]
}

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

function readCommit(run: ReleaseWorld['run']): string {
  const changed = run('git', ['status', '--porcelain']).trimEnd()
  if (changed !== '') throw new ReleaseFault(`These changes are in no commit; commit or remove them first:\n${changed}`)
  return run('git', ['rev-parse', 'HEAD']).trim()
}

/** In the form that `sha256sum --check` reads. */
function writeSums(folder: string): void {
  const lines = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort()
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex')}  ${name}\n`,
    )
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''))
}
