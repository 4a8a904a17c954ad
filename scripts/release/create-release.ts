// `npm run release` builds all release files from one commit, and publishes nothing.
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface ReleaseCreationContext {
  root: string
  /** Each release gets a subfolder. */
  outputFolder: string
  report: (line: string) => void
  /** Returns the output, unless it was shown already. Throws if the exit code is not 0. */
  run: (folder: string, program: string, parameters: readonly string[]) => string
}

export class ReleaseCreationError extends Error {}

/** Returns the folder with all files and SHA256SUMS. A refused release leaves no files. */
export function createSoftwareRelease({ root, outputFolder, report, run }: ReleaseCreationContext): string {
  const version = readVersion(root)
  const changed = run(root, 'git', ['status', '--porcelain']).trimEnd()
  if (changed !== '')
    throw new ReleaseCreationError(`These changes are not committed. Commit or remove them first:\n${changed}`)
  const commit = run(root, 'git', ['rev-parse', 'HEAD']).trim()
  if (!readFileSync(join(root, 'CHANGELOG.md'), 'utf8').includes(`\n## [${version}]`))
    throw new ReleaseCreationError(
      `CHANGELOG.md has no entry for ${version}: write what changed under "## [${version}]".`,
    )
  const folder = join(outputFolder, version)
  if (existsSync(folder))
    throw new ReleaseCreationError(`${folder} already exists: remove it, or raise the version in package.json.`)

  const work = mkdtempSync(join(tmpdir(), 'countersign-release-'))
  const [checkout, made] = [join(work, 'countersign'), join(work, 'made')]
  try {
    run(root, 'git', ['clone', '--quiet', '--no-checkout', root, checkout])
    run(checkout, 'git', ['checkout', '--quiet', '--detach', commit])
    report(`Running the checks and tests of ${commit.slice(0, 7)}, as continuous integration does…`)
    try {
      run(checkout, 'bash', ['.ci/run'])
    } catch {
      throw new ReleaseCreationError('A check or test failed, so no release was built from this commit.')
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

function readVersion(root: string): string {
  const { version, workspaces } = readManifest(root)
  const others = workspaces.filter((room) => readManifest(join(root, room)).version !== version)
  if (others.length > 0)
    throw new ReleaseCreationError(
      `package.json has version ${version}, but these have a different version: ${others.join(', ')}.`,
    )
  return version
}

interface Manifest {
  version: string
  workspaces: string[]
}

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

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
