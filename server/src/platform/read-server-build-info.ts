// A release has its commit in package.json (`gitHead`), and a checkout has it in .git.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface ServerBuildInfo {
  version: string
  commit: string | null
}

export function readServerBuildInfo(from: string = import.meta.dirname): ServerBuildInfo {
  for (let folder = from; folder !== dirname(folder); folder = dirname(folder)) {
    const file = join(folder, 'package.json')
    if (!existsSync(file)) continue
    const { name, version, gitHead } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string | undefined>
    if (name === 'countersign' && version !== undefined) return { version, commit: gitHead ?? readGitHead(folder) }
  }
  throw new Error(`The package.json of countersign was not found in a parent folder of ${from}.`)
}

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
    // In a worktree, .git is a file and not a folder.
    return null
  }
}
