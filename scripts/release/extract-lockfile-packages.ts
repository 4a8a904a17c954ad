// The part of the lockfile that a package of ours needs, as its own lockfile (npm-shrinkwrap.json): who installs it gets the very files that the
// tests ran with, each held by its integrity (THREATS N16).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A package as the lockfile has it. */
export interface LockfilePackage {
  version: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  [member: string]: unknown
}

type LockfilePackages = Record<string, LockfilePackage>

/**
 * Reads the lockfile of the repository.
 * @returns path (`node_modules/pg`) → package
 */
export const readLockfilePackages = (root: string): LockfilePackages =>
  (JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: LockfilePackages }).packages

/**
 * Finds what some packages need, and what that needs.
 * @param lock the whole lockfile
 * @param names what is wanted directly, as workspace `from` finds it
 * @returns the same as the lockfile of a folder that has these alone
 * @throws where one is not locked, or two versions would lie in one place
 */
export function extractLockfilePackages(
  lock: LockfilePackages,
  names: readonly string[],
  from: string,
): LockfilePackages {
  const taken: LockfilePackages = {}
  const waiting = names.map((name) => findLockedPath(lock, from, name))
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const found = lock[path] as LockfilePackage
    // What lies in the workspace's own folder lies at the top of the new one.
    const place = path.startsWith(`${from}/`) ? path.slice(from.length + 1) : path
    if (taken[place] === found) continue
    if (taken[place] !== undefined) throw new Error(`Two versions of ${place} are needed.`)
    taken[place] = found
    for (const name of Object.keys(found.dependencies ?? {})) waiting.push(findLockedPath(lock, path, name))
    for (const name of Object.keys(found.optionalDependencies ?? {})) waiting.push(findLockedPath(lock, path, name))
  }
  return Object.fromEntries(Object.entries(taken).sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** Where Node would find a package (its resolution upwards through node_modules). */
function findLockedPath(lock: LockfilePackages, from: string, name: string): string {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (lock[path] !== undefined) return path
    if (folder === '') throw new Error(`package-lock.json has no ${name} for ${from}.`)
  }
}
