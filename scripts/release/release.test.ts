// A release is made from what is committed, written about and tested, or not at all.
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { release, ReleaseFault } from './release.ts'
import type { ReleaseWorld } from './release.ts'

const commit = '0123456789abcdef0123456789abcdef01234567'

interface State {
  changed: string
  commits: string[]
  tests: 'green' | 'red'
}

/** A repository of one room, and what git and the tests say of it. */
function makeWorld(state: Partial<State> = {}): { world: ReleaseWorld; ran: string[] } {
  const { changed = '', commits = [commit], tests = 'green' } = state
  const root = mkdtempSync(join(tmpdir(), 'countersign-release-test-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  mkdirSync(join(root, 'server'))
  writeFileSync(join(root, 'package.json'), JSON.stringify({ version: '1.2.0', workspaces: ['server'] }))
  writeFileSync(join(root, 'server/package.json'), JSON.stringify({ version: '1.2.0' }))
  writeFileSync(join(root, 'CHANGELOG.md'), '# Changes\n\n## [1.2.0] - 2026-11-23\n\nMuch.\n')
  const ran: string[] = []
  const heads = [...commits]
  const world: ReleaseWorld = {
    root,
    into: join(root, 'releases'),
    tell: () => {},
    run: (program, parameters) => {
      const line = [program, ...parameters].join(' ')
      ran.push(line)
      if (line === 'git status --porcelain') return changed
      if (line === 'git rev-parse HEAD') return `${heads.length > 1 ? heads.shift() : heads[0]}\n`
      if (line === 'bash .ci/run' && tests === 'green') return ''
      throw new Error(`${line} ended with 1.`)
    },
    makers: [
      { name: 'One', make: ({ into, version }) => writeFileSync(join(into, `one-${version}.tgz`), 'one') },
      { name: 'Two', make: async ({ into, commit: of }) => writeFileSync(join(into, 'two.txt'), of) },
    ],
  }
  return { world, ran }
}

const filesOf = (world: ReleaseWorld): string[] => {
  try {
    return readdirSync(world.into, { recursive: true }).map(String).sort()
  } catch {
    return []
  }
}

test('holds what each maker wrote, and the sums of it', async () => {
  const { world, ran } = makeWorld()
  const folder = await release(world)
  expect(folder).toBe(join(world.into, '1.2.0'))
  expect(readdirSync(folder).sort()).toEqual(['SHA256SUMS', 'one-1.2.0.tgz', 'two.txt'])
  expect(readFileSync(join(folder, 'two.txt'), 'utf8')).toBe(commit)
  const sum = (text: string): string => createHash('sha256').update(text).digest('hex')
  expect(readFileSync(join(folder, 'SHA256SUMS'), 'utf8')).toBe(
    `${sum('one')}  one-1.2.0.tgz\n${sum(commit)}  two.txt\n`,
  )
  expect(ran.indexOf('git status --porcelain')).toBeLessThan(ran.indexOf('bash .ci/run'))
})

const refused: [what: string, state: Partial<State>, change: (world: ReleaseWorld) => void, says: RegExp][] = [
  ['a dirty tree', { changed: ' M server/src/main.ts\n' }, () => {}, /in no commit.*\n M server\/src\/main\.ts/],
  ['a red test', { tests: 'red' }, () => {}, /A check or a test failed/],
  ['a commit that changed meanwhile', { commits: [commit, commit.replace('0', '9')] }, () => {}, /changed meanwhile/],
  [
    'a version that the changelog does not know',
    {},
    ({ root }) => writeFileSync(join(root, 'CHANGELOG.md'), '# Changes\n\n## [Unreleased]\n'),
    /CHANGELOG\.md has no entry for 1\.2\.0: write .* "## \[1\.2\.0\]"/,
  ],
  [
    'rooms of another version',
    {},
    ({ root }) => writeFileSync(join(root, 'server/package.json'), JSON.stringify({ version: '1.1.0' })),
    /package\.json is 1\.2\.0, and server has another version/,
  ],
  [
    'a release that was made before',
    {},
    ({ into }) => mkdirSync(join(into, '1.2.0'), { recursive: true }),
    /is there already/,
  ],
]

test.each(refused)('is refused for %s, and leaves nothing', async (_what, state, change, says) => {
  const { world } = makeWorld(state)
  change(world)
  const before = filesOf(world)
  const attempt = release(world)
  await expect(attempt).rejects.toThrow(says)
  await expect(attempt).rejects.toBeInstanceOf(ReleaseFault)
  expect(filesOf(world)).toEqual(before)
})

test('leaves nothing where a part cannot be made', async () => {
  const { world } = makeWorld()
  const failing = { name: 'Three', make: () => Promise.reject(new Error('no room left')) }
  await expect(release({ ...world, makers: [...world.makers, failing] })).rejects.toThrow('no room left')
  expect(filesOf(world)).toEqual([])
})
