// Tests that a release is made only from committed, documented and tested changes.
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createSoftwareRelease, ReleaseCreationError } from './create-release.ts'
import type { ReleaseCreationContext } from './create-release.ts'

const commit = '0123456789abcdef0123456789abcdef01234567'

interface State {
  changed: string
  tests: 'green' | 'red'
  made: 'whole' | 'half'
}

/** A repository with one workspace, and fake results of git, tests and builds. */
function makeWorld(state: Partial<State> = {}): { world: ReleaseCreationContext; ran: string[] } {
  const { changed = '', tests = 'green', made = 'whole' } = state
  const root = mkdtempSync(join(tmpdir(), 'countersign-release-test-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  mkdirSync(join(root, 'server'))
  writeFileSync(join(root, 'package.json'), JSON.stringify({ version: '1.2.0', workspaces: ['server'] }))
  writeFileSync(join(root, 'server/package.json'), JSON.stringify({ version: '1.2.0' }))
  writeFileSync(join(root, 'CHANGELOG.md'), '# Changes\n\n## [1.2.0] - 2026-11-23\n\nMuch.\n')
  const ran: string[] = []
  const context: ReleaseCreationContext = {
    root,
    outputFolder: join(root, 'releases'),
    report: () => {},
    run: (folder, program, parameters) => {
      const line = [program, ...parameters].join(' ')
      ran.push(`${folder === root ? 'here' : 'checkout'}: ${line}`)
      if (line === 'git status --porcelain') return changed
      if (line === 'git rev-parse HEAD') return `${commit}\n`
      if (line.startsWith('git clone ')) mkdirSync(parameters.at(-1) ?? '')
      if (line === 'bash .ci/run' && tests === 'red') throw new Error('.ci/run ended with 1.')
      if (program !== 'npm') return ''
      const [into = '', version, of = ''] = parameters.slice(parameters.indexOf('scripts/release/build-release.ts') + 1)
      writeFileSync(join(into, `one-${version}.tgz`), 'one')
      if (made === 'half') throw new Error('no room left')
      writeFileSync(join(into, 'two.txt'), of)
      return ''
    },
  }
  return { world: context, ran }
}

const filesOf = (context: ReleaseCreationContext): string[] => {
  try {
    return readdirSync(context.outputFolder, { recursive: true }).map(String).sort()
  } catch {
    return []
  }
}

test('a release contains the build of the tested commit, with checksums', () => {
  const { world: context, ran } = makeWorld()
  const folder = createSoftwareRelease(context)
  expect(folder).toBe(join(context.outputFolder, '1.2.0'))
  expect(readdirSync(folder).sort()).toEqual(['SHA256SUMS', 'one-1.2.0.tgz', 'two.txt'])
  expect(readFileSync(join(folder, 'two.txt'), 'utf8')).toBe(commit)
  const sum = (text: string): string => createHash('sha256').update(text).digest('hex')
  expect(readFileSync(join(folder, 'SHA256SUMS'), 'utf8')).toBe(
    `${sum('one')}  one-1.2.0.tgz\n${sum(commit)}  two.txt\n`,
  )
  expect(ran.map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual([
    'here: git status',
    'here: git rev-parse',
    'here: git clone',
    'checkout: git checkout',
    'checkout: bash .ci/run',
    'checkout: npm exec',
  ])
  expect(ran[3]).toBe(`checkout: git checkout --quiet --detach ${commit}`)
})

const refused: [
  what: string,
  state: Partial<State>,
  change: (context: ReleaseCreationContext) => void,
  says: RegExp,
][] = [
  [
    'uncommitted changes',
    { changed: ' M server/src/run-server-process.ts\n' },
    () => {},
    /not committed.*\n M server\/src\/run-server-process\.ts/,
  ],
  ['a failing test', { tests: 'red' }, () => {}, /A check or test failed/],
  [
    'a version missing from the changelog',
    {},
    ({ root }) => writeFileSync(join(root, 'CHANGELOG.md'), '# Changes\n\n## [Unreleased]\n'),
    /CHANGELOG\.md has no entry for 1\.2\.0: write .* "## \[1\.2\.0\]"/,
  ],
  [
    'a workspace of another version',
    {},
    ({ root }) => writeFileSync(join(root, 'server/package.json'), JSON.stringify({ version: '1.1.0' })),
    /package\.json has version 1\.2\.0, but these have a different version: server\./,
  ],
  [
    'an existing version',
    {},
    ({ outputFolder }) => mkdirSync(join(outputFolder, '1.2.0'), { recursive: true }),
    /already exists/,
  ],
]

test.each(refused)('refuses a release with %s, and leaves no files', (_what, state, change, says) => {
  const { world: context } = makeWorld(state)
  change(context)
  const before = filesOf(context)
  expect(() => createSoftwareRelease(context)).toThrow(says)
  expect(() => createSoftwareRelease(context)).toThrow(ReleaseCreationError)
  expect(filesOf(context)).toEqual(before)
})

test('leaves no release files if a build fails', () => {
  const { world: context } = makeWorld({ made: 'half' })
  expect(() => createSoftwareRelease(context)).toThrow('no room left')
  expect(filesOf(context)).toEqual([])
})
