// The glossary keeps its word: who searches the code for what the field calls a thing finds the file that does it, by its opening comment.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** The opening comment of a file, as one line without letter case. */
function openingOf(text: string): string {
  const lines = text.split('\n')
  const end = lines.findIndex((line) => !line.startsWith('//'))
  return lines
    .slice(0, end)
    .map((line) => line.replace(/^\/\/ ?/, ''))
    .join(' ')
    .toLowerCase()
}

const rows = [
  ...read('docs/development/glossary.md').matchAll(/^\| ([^|]+) \| [^|]+ \| \[([^\]]+)\]\(\.\.\/\.\.\/([^)]+)\) \|$/gm),
].map(([, words = '', shown, path = '']) => ({ words: words.split(', '), shown, path }))

test('there are rows, each about a file that it calls by its path', () => {
  expect(rows.length).toBeGreaterThan(80)
  expect(rows.filter(({ shown, path }) => shown !== path)).toEqual([])
})

test('each word of the field stands in the opening comment of the file that does it', () => {
  const missing = rows.flatMap(({ words, path }) => {
    const opening = openingOf(read(path))
    return words.filter((word) => !opening.includes(word.toLowerCase())).map((word) => `${path}: ${word}`)
  })
  expect(missing).toEqual([])
})

test('every file opens with a comment that says why it is there', () => {
  const folders =
    '{packages/api,examples,packages/inspector,packages/log,packages/message,packages/proof,server,packages/testing,web}/src'
  const silent = globSync(`${folders}/**/*.{ts,tsx}`, { cwd: root }).filter(
    (path) => !/\.(test|d)\.tsx?$/.test(path) && openingOf(read(path)).length < 15,
  )
  expect(silent).toEqual([])
})
