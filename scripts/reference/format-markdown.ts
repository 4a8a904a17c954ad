// What the documents of the reference have in common as Markdown.

/** A value in a cell of a table: a bar would end the cell, also within code. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

/** A table. */
export const formatMarkdownTable = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n')

/** A value as code; nothing where it is empty. */
export const formatMarkdownCode = (text: string): string => (text === '' ? '' : `\`${text}\``)
