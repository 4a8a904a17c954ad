// Tests that the previous release, from which rolling upgrades are tested
// (e2e/tests/rolling-upgrade.spec.ts), is the newest release before this version.
import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findPreviousReleaseBuildProblem } from '../e2e/src/build-previous-server-release.ts'
import { readServerBuildInfo } from '../server/src/platform/read-server-build-info.ts'

const root = join(import.meta.dirname, '..')
const recorded = JSON.parse(readFileSync(join(root, 'e2e/previous-release.json'), 'utf8')) as Record<string, string>
const commit = recorded['commit'] ?? ''

const git = (...words: string[]): string => execFileSync('git', words, { cwd: root, encoding: 'utf8' })

const filesOf = (revision: string): string[] => git('ls-tree', '-r', '--name-only', revision).split('\n')

const folder = 'scripts/reference/released-settings'

/** Versions whose settings `npm run reference` recorded, oldest first. */
const versionsIn = (paths: readonly string[]): string[] =>
  paths
    .filter((path) => path.startsWith(`${folder}/`))
    .map((path) => basename(path, '.json'))
    .toSorted(new Intl.Collator('en', { numeric: true }).compare)

test('e2e/previous-release.json names a commit and nothing else', () => {
  expect(recorded).toEqual({ commit: expect.stringMatching(/^[0-9a-f]{40}$/) as string })
})

describe.skipIf(findPreviousReleaseBuildProblem() !== null)('the commit in e2e/previous-release.json', () => {
  test('is an ancestor of HEAD and has the initial schema', () => {
    expect(spawnSync('git', ['merge-base', '--is-ancestor', commit, 'HEAD'], { cwd: root }).status).toBe(0)
    expect(git('rev-parse', 'HEAD').trim()).not.toBe(commit)
    expect(filesOf(commit)).toContain('server/src/platform/database/migrations/0001-schema.ts')
  })

  test('has the newest version before this one, or this one if there is none', () => {
    const { version } = readServerBuildInfo()
    const versions = versionsIn(globSync(`${folder}/*.json`, { cwd: root }))
    expect(versions.at(-1)).toBe(version)
    const before = versions.at(-2)
    const manifest = JSON.parse(git('show', `${commit}:package.json`)) as { version: string }
    expect(manifest.version).toBe(before ?? version)
    expect(versionsIn(filesOf(commit))).toEqual(versions.slice(0, versions.indexOf(manifest.version) + 1))
    // The tag identifies a release's commit; a clone may lack tags.
    const tag = spawnSync('git', ['rev-parse', '--verify', '--quiet', `v${before}^{commit}`], {
      cwd: root,
      encoding: 'utf8',
    })
    if (before !== undefined && tag.status === 0) expect(tag.stdout.trim()).toBe(commit)
  })
})
