// Which release this is (build metadata): version and commit, from the package.json above whatever runs, source or bundle. A release has the
// commit it was made from there (`gitHead`, as npm names it); a checkout is asked for its own.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What an operator names when they ask for help. */
export interface ServerBuildInfo {
  version: string
  /** The commit that it was made from, 40 hexadecimal digits; null where nothing tells. */
  commit: string | null
}

/**
 * Reads which release runs.
 * @param from a folder inside of it
 * @throws where no package.json of the product lies above
 */
export function readServerBuildInfo(from: string = import.meta.dirname): ServerBuildInfo {
  for (let folder = from; folder !== dirname(folder); folder = dirname(folder)) {
    const file = join(folder, 'package.json')
    if (!existsSync(file)) continue
    const { name, version, gitHead } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string | undefined>
    if (name === 'countersign' && version !== undefined) return { version, commit: gitHead ?? readGitHead(folder) }
  }
  throw new Error(`No package.json of countersign lies above ${from}.`)
}

/** What a checkout stands at, as far as its files tell without git. */
function readGitHead(folder: string): string | null {
  const read = (path: string): string | null => {
    const file = join(folder, '.git', path)
    return existsSync(file) ? readFileSync(file, 'utf8').trim() : null
  }
  try {
    const head = read('HEAD')
    const commit = head?.startsWith('ref: ') ? read(head.slice('ref: '.length)) : head
    return commit !== null && commit !== undefined && /^[0-9a-f]{40}$/.test(commit) ? commit : null
  } catch {
    // A worktree has a file in the place of the folder.
    return null
  }
}
