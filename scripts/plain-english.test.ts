import { describe, expect, test } from 'vitest'
import { avoidedWordRate, countAvoidedWords, extractTexts } from './plain-english.ts'
import type { TextKind } from './plain-english.ts'

test('finds avoided words in any case, and only whole words', () => {
  expect(countAvoidedWords('Whoever stands beside understands.')).toEqual({
    words: 4,
    avoided: ['Whoever', 'stands', 'beside'],
  })
  expect(avoidedWordRate({ words: 200, avoided: ['anew'] })).toBe(50)
  expect(avoidedWordRate(countAvoidedWords(''))).toBe(0)
})

/** A sample file for each kind of text, into which a word is inserted. */
const files: [TextKind, string, (word: string) => string][] = [
  ['comments', 'a.ts', (word) => `/** Says ${word} here. */\nexport const a = 1`],
  ['comments', 'a.ts', (word) => `export const a = 1 // says ${word} here`],
  ['test titles', 'a.test.ts', (word) => `test('says ${word} here', () => {})`],
  ['test titles', 'a.spec.ts', (word) => `test.describe(\`says ${word} \${a}\`, () => {})`],
  ['test titles', 'a.test.tsx', (word) => `test.each([1])('says ${word} %s', () => {})`],
  ['messages', 'a.ts', (word) => `log('The server says ${word} here.')`],
  ['messages', 'a.ts', (word) => `log(\`The server \${name} says ${word} here.\`)`],
  ['messages', 'a.tsx', (word) => `const a = <p>The server says ${word} here.</p>`],
  ['messages', 'en/a.json', (word) => JSON.stringify({ page: { title: `Says ${word}` } })],
  ['documents', 'a.md', (word) => `# Title\n\nSays ${word} here.`],
]

describe.each(files)('an avoided word in %s of %s', (kind, path, build) => {
  test('is counted there and nowhere else', () => {
    const found = Object.entries(extractTexts(path, build('anew'))).filter(
      ([, text]) => countAvoidedWords(text).avoided.length > 0,
    )
    expect(found.map(([name]) => name)).toEqual([kind])
  })

  test('is not counted if the text does not contain it', () => {
    const texts = Object.values(extractTexts(path, build('again')))
    expect(texts.flatMap((text) => countAvoidedWords(text).avoided)).toEqual([])
    expect(texts.join('')).toContain('again')
  })
})

test.each([
  ['class names', 'a.tsx', `const a = <p className="flex items-center gap-2 begin" />`],
  ['SQL', 'a.ts', 'sql`select a from b where it begins with anew`'],
  ['keys and paths', 'a.ts', `read('let/in/anew', 'anew')`],
  ['code blocks of documents', 'a.md', '```\nanew\n```'],
  ['strings of tests', 'a.test.ts', `expect('The server says anew here.')`],
])('does not count %s as text', (_, path, content) => {
  expect(Object.values(extractTexts(path, content)).flatMap((text) => countAvoidedWords(text).avoided)).toEqual([])
})

test('refuses a file that cannot be parsed', () => {
  expect(() => extractTexts('a.ts', 'const = ;')).toThrow(/^a\.ts: /)
})
