// npm-shrinkwrap.json installs exactly the tested files, pinned by integrity (THREATS N16).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface LockfilePackage {
  version: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  [member: string]: unknown
}

type LockfilePackages = Record<string, LockfilePackage>

/** Maps a path such as `node_modules/pg` to its package. */
export const readLockfilePackages = (root: string): LockfilePackages =>
  (JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: LockfilePackages }).packages

/** `names` are direct dependencies of workspace `from`; the result includes transitive ones. */
export function extractLockfilePackages(
  lock: LockfilePackages,
  names: readonly string[],
  from: string,
): LockfilePackages {
  const taken: LockfilePackages = {}
  const waiting = names.map((name) => findLockedPath(lock, from, name))
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const found = lock[path] as LockfilePackage
    // The workspace's own node_modules becomes the top level.
    const place = path.startsWith(`${from}/`) ? path.slice(from.length + 1) : path
    if (taken[place] === found) continue
    if (taken[place] !== undefined)
      throw new Error(`Two different versions of ${place} are required, but only one can be installed there.`)
    taken[place] = found
    for (const name of Object.keys(found.dependencies ?? {})) waiting.push(findLockedPath(lock, path, name))
    for (const name of Object.keys(found.optionalDependencies ?? {})) waiting.push(findLockedPath(lock, path, name))
  }
  return Object.fromEntries(Object.entries(taken).sort(([one], [other]) => (one < other ? -1 : 1)))
}

function findLockedPath(lock: LockfilePackages, from: string, name: string): string {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (lock[path] !== undefined) return path
    if (folder === '') throw new Error(`package-lock.json does not lock ${name}, which ${from} needs.`)
  }
}
