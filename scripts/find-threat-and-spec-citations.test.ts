// Tests that every cited point of docs/development/spec.md and threat of
// docs/development/threats.md exists, and that each threat names its tests, or says why there are
// none.
import { globSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import {
  findThreatAndSpecCitations,
  findTestNamesInSource,
  isThreatIdMisplacedInTestName,
  extractThreatIdsOfTestName,
} from './find-threat-and-spec-citations.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const rooms = '{bench,e2e,examples,packages,scripts,server,web}'
const outside = (path: string): boolean => /(^|\/)(node_modules|dist|test-results)$/.test(path)
const find = (pattern: string): string[] => globSync(pattern, { cwd: root, exclude: outside }).sort()

const documents = ['docs/development/spec.md', 'docs/development/threats.md']
const sources = find(`${rooms}/**/*.{ts,tsx,mjs,sol}`)
const texts = [...sources, ...find('{*.md,docs/**/*.md}')].filter(
  (path) => !documents.includes(path) && !path.startsWith('scripts/find-threat-and-spec-citations'),
)
const tests = sources.filter((path) => /\.(test|spec)\.tsx?$/.test(path))

const points = [...read('docs/development/spec.md').matchAll(/^## (\d+)\. /gm)].map(([, point]) => point)

const threats = new Map(
  [...read('docs/development/threats.md').matchAll(/^\| ([A-Z]\d+) \|.*\| ([^|]*) \|$/gm)].map(
    ([, id = '', tried = '']) => [id, tried],
  ),
)

const named = tests.map((path) => ({ path, names: findTestNamesInSource(path, read(path)) }))

/** Threat ID → files of the tests whose names start with it. */
const carried = new Map<string, Set<string>>()
for (const { path, names } of named)
  for (const id of names.flatMap(extractThreatIdsOfTestName)) carried.set(id, (carried.get(id) ?? new Set()).add(path))

test('spec points, threats, texts and test titles are found', () => {
  expect(points).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
  expect(threats.size).toBeGreaterThan(80)
  expect(texts.length).toBeGreaterThan(1000)
  expect(named.flatMap(({ names }) => names).length).toBeGreaterThan(2000)
})

test('each threat has exactly one row in threats.md', () => {
  const ids = [...read('docs/development/threats.md').matchAll(/^\| ([A-Z]\d+) \|/gm)].map(([, id]) => id)
  expect(ids).toEqual([...threats.keys()])
})

test('every cited threat and spec point exists', () => {
  const astray = texts.flatMap((path) => {
    const { threats: ids, points: cited, unreadable } = findThreatAndSpecCitations(read(path))
    const unknown = [...ids.filter((id) => !threats.has(id)), ...cited.filter((point) => !points.includes(point))]
    return [...unknown, ...unreadable].map((one) => `${path}: ${one}`)
  })
  expect(astray).toEqual([])
})

test('threat IDs in test titles come first and exist', () => {
  const astray = named.flatMap(({ path, names }) =>
    names
      .filter(
        (name) =>
          isThreatIdMisplacedInTestName(name) || extractThreatIdsOfTestName(name).some((id) => !threats.has(id)),
      )
      .map((name) => `${path}: ${name}`),
  )
  expect(astray).toEqual([])
})

const filesIn = (tried: string): string[] =>
  [...tried.matchAll(/\]\(([^)]+\.(?:test|spec)\.tsx?)\)/g)].map(([, link = '']) =>
    normalize(`docs/development/${link}`),
  )

test('every test file named for a threat has a title with its ID', () => {
  const astray = [...threats].flatMap(([id, tried]) =>
    filesIn(tried)
      .filter((path) => carried.get(id)?.has(path) !== true)
      .map((path) => `${id}: ${path}`),
  )
  expect(astray).toEqual([])
})

test('a threat without named tests gives a reason, and no test title has its ID', () => {
  const untried = [...threats].filter(([, tried]) => filesIn(tried).length === 0)
  expect(untried.filter(([, tried]) => !/^No test yet: .{20,}\.$/.test(tried))).toEqual([])
  expect(untried.flatMap(([id]) => [...(carried.get(id) ?? [])].map((path) => `${id}: ${path}`))).toEqual([])
})

test('parses threat and spec citations and reports unreadable ones', () => {
  expect(findThreatAndSpecCitations('(THREATS\n * M17, P3 and N1; decision 0012) SPEC point 6')).toEqual({
    threats: ['M17', 'P3', 'N1'],
    points: ['6'],
    unreadable: [],
  })
  expect(findThreatAndSpecCitations('THREATS of war, SPEC 6').unreadable).toEqual(['THREATS of war, SPEC 6', 'SPEC 6'])
})

test('finds the titles of all kinds of tests, and threat IDs only at their start', () => {
  const text = `test('N4: a', () => {}); describe.each([1])('O1 O2 b', () => { test.skipIf(true)(\`M17, P5 \${x}\`, () => {}) }); other('M1 c')`
  const names = findTestNamesInSource('a.test.ts', text)
  expect(names).toEqual(['N4: a', 'O1 O2 b', 'M17, P5 …'])
  expect(names.flatMap(extractThreatIdsOfTestName)).toEqual(['N4', 'O1', 'O2', 'M17', 'P5'])
  expect(['a key (P3)', 'S6 and then S8', 'P256 keys', 'M4 M5 all'].map(isThreatIdMisplacedInTestName)).toEqual([
    true,
    true,
    false,
    false,
  ])
})
