// The release that an upgrade is tried from (e2e/tests/upgrade.spec.ts) is the one before this one: whoever raises the version raises it too.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readRelease } from '../server/src/platform/release.ts'

const root = join(import.meta.dirname, '..')

test('e2e/previous-release.json names the newest release before this one, and its commit', () => {
  const recorded = JSON.parse(readFileSync(join(root, 'e2e/previous-release.json'), 'utf8')) as Record<string, string>
  // Kept of each release by `npm run reference`, and of this one.
  const known = globSync('*.json', { cwd: join(root, 'scripts/reference/released-settings') })
    .map((name) => name.replace(/\.json$/, ''))
    .sort(new Intl.Collator('en', { numeric: true }).compare)
  const { version } = readRelease()
  expect(known).toContain(version)
  expect(recorded).toEqual({
    version: known[known.indexOf(version) - 1],
    commit: expect.stringMatching(/^[0-9a-f]{40}$/) as string,
  })
})
