// Uses the third-party libraries installed here, because both releases depend on nearly the same
// versions.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

export interface PreviousServerRelease {
  program: string
  remove: () => void
}

const root = join(import.meta.dirname, '../..')
const readJson = <Content>(path: string): Content => JSON.parse(readFileSync(path, 'utf8')) as Content
const { commit } = readJson<{ commit: string }>(join(root, 'e2e/previous-release.json'))

/** Why the release cannot be built, in a few words; null if it can. */
export function findPreviousReleaseBuildProblem(): string | null {
  const { error, status } = spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root })
  if (error !== undefined) return 'git is not installed'
  return status === 0 ? null : `commit ${commit.slice(0, 12)} is not in this clone`
}

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

/** Links third-party packages to this installation; workspaces are those of `folder`. */
export function linkNodeModulesIntoBuildFolder(folder: string, workspaces: readonly string[]): void {
  const own = '@countersign'
  mkdirSync(join(folder, 'node_modules', own), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== own) symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  for (const workspace of workspaces) {
    const name = basename(workspace)
    symlinkSync(join(folder, workspace), join(folder, 'node_modules', own, name))
    // The workspace may have been in another folder in that release.
    const nested = [workspace, `packages/${name}`].map((path) => join(root, path, 'node_modules')).find(existsSync)
    if (nested !== undefined) symlinkSync(nested, join(folder, workspace, 'node_modules'))
  }
}
