// Counts avoided words in comments, test titles, messages, and documents.
import { parseSync, Visitor } from 'rolldown/utils'

export const textKinds = ['comments', 'test titles', 'messages', 'documents'] as const
export type TextKind = (typeof textKinds)[number]

/** Add to the list; never remove words from it. */
const avoidedWords = [
  'whoever',
  'whomever',
  'whom',
  'anew',
  'beside',
  'besides',
  'mend',
  'mends',
  'mended',
  'mending',
  'stands?',
  'nobody',
  'somebody',
  'told',
  'tells',
  'farther',
  'goes? on',
  'going on',
  'went on',
  'begins?',
  'began',
  'begun',
  'meanwhile',
  'be it',
  'let go',
  'lets? in',
  'held against',
  'hold against',
  'aright',
  'thereby',
  'whence',
  'of late',
  'a moment ago',
  'by itself',
  'by themselves',
  'lies',
  "of one[’']s own",
  'of its own',
  'of their own',
  'who is',
  'who has',
  'who was',
  'who asks',
  'as it is',
  'as they are',
  'is there',
  'errands?',
  'hand(?:s|ed)? in',
  'look(?:s|ed)? anew',
  'nothing of',
]
const avoided = new RegExp(`\\b(?:${avoidedWords.join('|')})\\b`, 'gi')

export interface WordCount {
  words: number
  avoided: string[]
}

export function countAvoidedWords(text: string): WordCount {
  return { words: text.match(/[A-Za-z’']+/g)?.length ?? 0, avoided: text.match(avoided) ?? [] }
}

/** Avoided words per 10,000 words; 0 for an empty text. */
export const avoidedWordRate = ({ words, avoided: found }: WordCount): number =>
  words === 0 ? 0 : (found.length * 10_000) / words

/** The extension of `path` selects the parser. */
export function extractTexts(path: string, content: string): Partial<Record<TextKind, string>> {
  if (path.endsWith('.md')) return { documents: content.replaceAll(/```[\s\S]*?```/g, '') }
  if (path.endsWith('.json')) return { messages: listStrings(JSON.parse(content)).join('\n') }
  return extractSourceTexts(path, content)
}

const isTest = (path: string): boolean => /\.(test|spec)\./.test(path)

function extractSourceTexts(path: string, content: string): Partial<Record<TextKind, string>> {
  const { program, comments, errors } = parseSync(path, content)
  if (errors.length > 0) throw new SyntaxError(`${path}: ${errors[0]?.message}`)
  const titles: string[] = []
  const messages: string[] = []
  const skipped = new Set<unknown>()
  const add = (node: unknown, text: string): void => {
    if (!skipped.has(node) && isSentence(text)) messages.push(text)
  }
  new Visitor({
    CallExpression({ callee, arguments: [title] }) {
      if (!isTest(path) || !/^(test|it|describe|testOnBothDatabases)\b/.test(content.slice(callee.start, callee.end)))
        return
      if (title?.type === 'Literal' && typeof title.value === 'string') titles.push(title.value)
      if (title?.type === 'TemplateLiteral') titles.push(textOfTemplate(title))
    },
    // Tagged templates contain SQL and other languages.
    TaggedTemplateExpression: ({ quasi }) => void skipped.add(quasi),
    Literal: (node) => typeof node.value === 'string' && add(node, node.value),
    TemplateLiteral: (node) => add(node, textOfTemplate(node)),
    JSXText: (node) => add(node, node.value),
  }).visit(program)
  return {
    comments: comments.map(({ value }) => value).join('\n'),
    ...(isTest(path) ? { 'test titles': titles.join('\n') } : { messages: messages.join('\n') }),
  }
}

const textOfTemplate = ({ quasis }: { quasis: { value: { cooked: string | null } }[] }): string =>
  quasis.map(({ value }) => value.cooked ?? '').join('…')

/** A text must have four words, one of them common; this excludes class names, keys and paths. */
function isSentence(text: string): boolean {
  const words = text.match(/(?<=^|[\s(“"])[A-Za-z’']+(?=[\s.,:;!?)”"]|$)/g) ?? []
  return words.length >= 4 && words.some((word) => commonWords.has(word.toLowerCase()))
}

const commonWords = new Set(
  'a an and are as at be by can cannot for from has have if in is it its no not of on or that the this to was what which who with you your'.split(
    ' ',
  ),
)

function listStrings(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listStrings) : []
}
