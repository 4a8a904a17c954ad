/** A bar would end the table cell, even inside code. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

export const formatMarkdownTable = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n')

export const formatMarkdownCode = (text: string): string => (text === '' ? '' : `\`${text}\``)

const listMarkerPattern = /^( *)((?:[-*]|\d+\.) +)/
const blockMarkerPattern = /^(?:[-*+>#|]|\d+[.)])/

/** Wraps paragraphs and list items at 100 columns. Tables, headings and code stay as they are. */
export function wrapMarkdown(text: string): string {
  const wrapped: string[] = []
  let paragraph: { indent: string; hanging: string; text: string } | null = null
  let isInCodeBlock = false
  const endParagraph = (): void => {
    if (paragraph) wrapped.push(...wrapWords(paragraph))
    paragraph = null
  }
  for (const line of text.split('\n')) {
    const isFence = line.trimStart().startsWith('```')
    const marker = listMarkerPattern.exec(line)
    if (isFence || isInCodeBlock || /^(?:$|[|#<]| {4})/.test(line)) {
      if (paragraph === null || !line.startsWith('    ') || isFence || isInCodeBlock) {
        endParagraph()
        wrapped.push(line)
      } else paragraph.text += ` ${line.trim()}`
      if (isFence) isInCodeBlock = !isInCodeBlock
    } else if (marker) {
      endParagraph()
      const [head, indent = '', bullet = ''] = marker
      paragraph = {
        indent: head,
        hanging: indent + ' '.repeat(bullet.length),
        text: line.slice(head.length),
      }
    } else if (paragraph) paragraph.text += ` ${line.trim()}`
    else {
      const indent = /^ */.exec(line)?.[0] ?? ''
      paragraph = { indent, hanging: indent, text: line.trim() }
    }
  }
  endParagraph()
  return wrapped.join('\n')
}

function wrapWords({ indent, hanging, text }: { indent: string; hanging: string; text: string }): string[] {
  // Inline code stays on one line.
  const words = text.match(/(?:`[^`]*`|\S)+/g) ?? []
  const lines: string[] = []
  let line = indent
  for (const word of words) {
    const isFirst = line === indent || line === hanging
    // At the start of a line, these would start a list or a heading.
    if (!isFirst && line.length + 1 + word.length > 100 && !blockMarkerPattern.test(word)) {
      lines.push(line)
      line = hanging + word
    } else line += isFirst ? word : ` ${word}`
  }
  return [...lines, line]
}
