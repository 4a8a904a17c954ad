import { expect, test } from 'vitest'
import { wrapMarkdown } from './format-markdown.ts'

const long = 'word '.repeat(24).trim()

test('wrapMarkdown wraps paragraphs and list items at 100 columns', () => {
  expect(wrapMarkdown(`${long}\nend\n\n- ${long}\n  end\n1. end`)).toBe(
    [
      'word '.repeat(20).trim(),
      `${'word '.repeat(4)}end`,
      '',
      `- ${'word '.repeat(19).trim()}`,
      `  ${'word '.repeat(5)}end`,
      '1. end',
    ].join('\n'),
  )
})

test('wrapMarkdown keeps headings, tables, comments and code', () => {
  const kept = [
    `# ${long}`,
    `| ${long} | ${long} |`,
    `<!-- ${long} -->`,
    '',
    `    ${long} ${long}`,
    '',
    '```text',
    `${long} ${long}`,
    `- ${long} ${long}`,
    '```',
  ].join('\n')
  expect(wrapMarkdown(kept)).toBe(kept)
})

test('wrapMarkdown does not break inline code, or start a line with a list marker', () => {
  const text = `${'word '.repeat(19)}\`two words\` - 1. # end`
  expect(wrapMarkdown(text)).toBe(`${'word '.repeat(19).trim()}\n\`two words\` - 1. # end`)
  const marker = `${'word '.repeat(19)}words - 1. # end`
  expect(wrapMarkdown(marker)).toBe(`${'word '.repeat(19)}words - 1. #\nend`)
})
