// The previous release, from which the rolling upgrade is tested (e2e/tests/upgrade.spec.ts), has the initial schema.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { missingForPreviousRelease } from '../e2e/src/previous-release.ts'

const root = join(import.meta.dirname, '..')

test('e2e/previous-release.json names a commit with the initial schema', () => {
  const recorded = JSON.parse(readFileSync(join(root, 'e2e/previous-release.json'), 'utf8')) as Record<string, string>
  expect(recorded).toEqual({ commit: expect.stringMatching(/^[0-9a-f]{40}$/) as string })
  if (missingForPreviousRelease() !== null) return
  const tree = execFileSync('git', ['ls-tree', '-r', '--name-only', recorded['commit'] ?? ''], {
    cwd: root,
    encoding: 'utf8',
  })
  expect(tree).toContain('/migrations/0001-initial-schema.ts\n')
})
