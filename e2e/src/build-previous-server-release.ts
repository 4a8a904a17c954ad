// The release before this one, built from the commit that e2e/previous-release.json records, for tests of an upgrade: its own sources and its own
// build (backward compatibility). Libraries are those that are installed here, where the two releases agree on them or nearly so.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

/** A release that was built to run beside this one. */
export interface PreviousServerRelease {
  /** Its command line, as it was shipped. */
  program: string
  remove: () => void
}

const root = join(import.meta.dirname, '../..')
const readJson = <Content>(path: string): Content => JSON.parse(readFileSync(path, 'utf8')) as Content
const { commit } = readJson<{ commit: string }>(join(root, 'e2e/previous-release.json'))

/** Why the release before this one cannot be built here, in a few words; null where it can. */
export function findPreviousReleaseBuildProblem(): string | null {
  const { error, status } = spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root })
  if (error !== undefined) return 'there is no git here'
  return status === 0 ? null : `commit ${commit.slice(0, 12)} is not in this clone`
}

/** Builds it in a temporary folder. */
export function buildPreviousServerRelease(): PreviousServerRelease {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-previous-'))
  const archive = execFileSync('git', ['archive', '--format=tar', commit], { cwd: root, maxBuffer: 2 ** 28 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  const { workspaces } = readJson<{ workspaces: string[] }>(join(folder, 'package.json'))
  linkNodeModulesIntoBuildFolder(folder, workspaces)
  for (const build of ['server/build.ts', 'web/build.ts'])
    execFileSync(process.execPath, [build], { cwd: folder, stdio: 'pipe' })
  return {
    program: join(folder, 'server/dist/countersign.js'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Libraries are linked from this installation; the workspaces are those of the folder. */
export function linkNodeModulesIntoBuildFolder(folder: string, workspaces: readonly string[]): void {
  const own = '@countersign'
  mkdirSync(join(folder, 'node_modules', own), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== own) symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  for (const workspace of workspaces) {
    const name = basename(workspace)
    symlinkSync(join(folder, workspace), join(folder, 'node_modules', own, name))
    // A workspace can have been in another folder then.
    const nested = [workspace, `packages/${name}`].map((path) => join(root, path, 'node_modules')).find(existsSync)
    if (nested !== undefined) symlinkSync(nested, join(folder, workspace, 'node_modules'))
  }
}
