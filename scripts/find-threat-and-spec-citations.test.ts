// docs/development/spec.md and docs/development/threats.md are what code and tests say they are: whatever is cited stands there, and of each threat the tests that
// are named there try it, or it says why there is none.
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

/** Each threat, and what its row says of its tests. */
const threats = new Map(
  [...read('docs/development/threats.md').matchAll(/^\| ([A-Z]\d+) \|.*\| ([^|]*) \|$/gm)].map(
    ([, id = '', tried = '']) => [id, tried],
  ),
)

const named = tests.map((path) => ({ path, names: findTestNamesInSource(path, read(path)) }))

/** Each id that a test carries, and the files of these tests. */
const carried = new Map<string, Set<string>>()
for (const { path, names } of named)
  for (const id of names.flatMap(extractThreatIdsOfTestName)) carried.set(id, (carried.get(id) ?? new Set()).add(path))

test('there is something to hold against each other', () => {
  expect(points).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
  expect(threats.size).toBeGreaterThan(80)
  expect(texts.length).toBeGreaterThan(1000)
  expect(named.flatMap(({ names }) => names).length).toBeGreaterThan(2000)
})

test('each threat has one row', () => {
  const ids = [...read('docs/development/threats.md').matchAll(/^\| ([A-Z]\d+) \|/gm)].map(([, id]) => id)
  expect(ids).toEqual([...threats.keys()])
})

test('whatever code and documents cite is there', () => {
  const astray = texts.flatMap((path) => {
    const { threats: ids, points: cited, unreadable } = findThreatAndSpecCitations(read(path))
    const unknown = [...ids.filter((id) => !threats.has(id)), ...cited.filter((point) => !points.includes(point))]
    return [...unknown, ...unreadable].map((one) => `${path}: ${one}`)
  })
  expect(astray).toEqual([])
})

test('the name of a test begins with the ids of the attacks that it tries, and each of them is there', () => {
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

/** The files that a row names. */
const filesIn = (tried: string): string[] =>
  [...tried.matchAll(/\]\(([^)]+\.(?:test|spec)\.tsx?)\)/g)].map(([, link = '']) =>
    normalize(`docs/development/${link}`),
  )

test('whatever a row names as the tests of its attack tries it', () => {
  const astray = [...threats].flatMap(([id, tried]) =>
    filesIn(tried)
      .filter((path) => carried.get(id)?.has(path) !== true)
      .map((path) => `${id}: ${path}`),
  )
  expect(astray).toEqual([])
})

test('a row that names no tests says why, and there are none', () => {
  const untried = [...threats].filter(([, tried]) => filesIn(tried).length === 0)
  expect(untried.filter(([, tried]) => !/^No test yet: .{20,}\.$/.test(tried))).toEqual([])
  expect(untried.flatMap(([id]) => [...(carried.get(id) ?? [])].map((path) => `${id}: ${path}`))).toEqual([])
})

test('citations are read as they are written', () => {
  expect(findThreatAndSpecCitations('(THREATS M17, P3 and N1; decision 0012) SPEC point 6')).toEqual({
    threats: ['M17', 'P3', 'N1'],
    points: ['6'],
    unreadable: [],
  })
  expect(findThreatAndSpecCitations('THREATS of war, SPEC 6').unreadable).toEqual(['THREATS of war, SPEC 6', 'SPEC 6'])
})

test('names of tests are found however a test is made, and their ids at the beginning alone', () => {
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
