// The release before this one, built from the commit that e2e/previous-release.json records, for tests of an upgrade: its own sources and its own
// build (backward compatibility). Libraries are those that are installed here, where the two releases agree on them or nearly so.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A release that was built to run beside this one. */
export interface PreviousRelease {
  /** Its command line, as it was shipped. */
  program: string
  remove: () => void
}

const root = join(import.meta.dirname, '../..')
const readJson = <Content>(path: string): Content => JSON.parse(readFileSync(path, 'utf8')) as Content
const { commit } = readJson<{ commit: string }>(join(root, 'e2e/previous-release.json'))

/** Why the release before this one cannot be built here, in a few words; null where it can. */
export function missingForPreviousRelease(): string | null {
  const { error, status } = spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root })
  if (error !== undefined) return 'there is no git here'
  return status === 0 ? null : `commit ${commit.slice(0, 12)} is not in this clone`
}

/** Builds it in a temporary folder. */
export function buildPreviousRelease(): PreviousRelease {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-previous-'))
  const archive = execFileSync('git', ['archive', '--format=tar', commit], { cwd: root, maxBuffer: 2 ** 28 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  const { workspaces } = readJson<{ workspaces: string[] }>(join(folder, 'package.json'))
  linkModules(folder, workspaces)
  for (const build of ['server/build.ts', 'web/build.ts'])
    execFileSync(process.execPath, [build], { cwd: folder, stdio: 'pipe' })
  return {
    program: join(folder, 'server/dist/countersign.js'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Libraries are found where they are installed, and the rooms of the folder are its own. */
export function linkModules(folder: string, rooms: readonly string[]): void {
  const own = '@countersign'
  mkdirSync(join(folder, 'node_modules', own), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== own) symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  for (const room of rooms) {
    symlinkSync(join(folder, room), join(folder, 'node_modules', own, room))
    const beside = join(root, room, 'node_modules')
    if (existsSync(beside)) symlinkSync(beside, join(folder, room, 'node_modules'))
  }
}
