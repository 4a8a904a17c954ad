// `npm run release`: makes everything that is given away (release engineering), from one commit, and publishes nothing. It refuses what would
// have to be taken back: changes that are in no commit, a version that the changelog does not know, a red test.
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What a release is made with; tests give their own. */
export interface ReleaseCreationContext {
  /** The folder of the repository. */
  root: string
  /** The folder of all releases; this one gets a folder in it. */
  outputFolder: string
  report: (line: string) => void
  /**
   * Runs a program in a folder.
   * @returns what it wrote to its output, unless that was shown
   * @throws where it ends with anything but 0
   */
  run: (folder: string, program: string, parameters: readonly string[]) => string
}

/** Why there is no release; `message` says what to do. */
export class ReleaseCreationError extends Error {}

/**
 * Makes a release.
 * @returns the folder with all of its files, and their sums in SHA256SUMS
 * @throws ReleaseCreationError where something stands against it; nothing is left of it then
 */
export function createSoftwareRelease({ root, outputFolder, report, run }: ReleaseCreationContext): string {
  const version = readVersion(root)
  const changed = run(root, 'git', ['status', '--porcelain']).trimEnd()
  if (changed !== '')
    throw new ReleaseCreationError(`These changes are in no commit; commit or remove them first:\n${changed}`)
  const commit = run(root, 'git', ['rev-parse', 'HEAD']).trim()
  if (!readFileSync(join(root, 'CHANGELOG.md'), 'utf8').includes(`\n## [${version}]`))
    throw new ReleaseCreationError(
      `CHANGELOG.md has no entry for ${version}: write what changed under "## [${version}]".`,
    )
  const folder = join(outputFolder, version)
  if (existsSync(folder))
    throw new ReleaseCreationError(`${folder} is there already: remove it, or raise the version in package.json.`)

  const work = mkdtempSync(join(tmpdir(), 'countersign-release-'))
  const [checkout, made] = [join(work, 'countersign'), join(work, 'made')]
  try {
    // Of the commit and of what the lockfile pins, and of nothing else that lies here.
    run(root, 'git', ['clone', '--quiet', '--no-checkout', root, checkout])
    run(checkout, 'git', ['checkout', '--quiet', '--detach', commit])
    report(`Checks and tests of ${commit.slice(0, 7)}, as continuous integration runs them…`)
    try {
      run(checkout, 'bash', ['.ci/run'])
    } catch {
      throw new ReleaseCreationError('A check or a test failed: there is no release from this commit.')
    }
    mkdirSync(made)
    run(checkout, 'npm', ['exec', '--', 'node', 'scripts/release/build-release.ts', made, version, commit])
    writeChecksums(made)
    mkdirSync(outputFolder, { recursive: true })
    cpSync(made, folder, { recursive: true })
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  return folder
}

/** @returns the version that all rooms share */
function readVersion(root: string): string {
  const { version, workspaces } = readManifest(root)
  const others = workspaces.filter((room) => readManifest(join(root, room)).version !== version)
  if (others.length > 0)
    throw new ReleaseCreationError(
      `package.json is ${version}, and ${others.join(', ')} has another version: one for all.`,
    )
  return version
}

interface Manifest {
  version: string
  workspaces: string[]
}

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

/** In the form that `sha256sum --check` reads. */
function writeChecksums(folder: string): void {
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
