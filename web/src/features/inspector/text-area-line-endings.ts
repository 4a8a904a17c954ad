// Preserves CR and CRLF, which a text area shows as line feeds (HTML §"The textarea element").

export function normalizeLineEndingsForTextArea(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}

export function convertTextOffsetToTextArea(text: string, offset: number): number {
  const isInside = text[offset - 1] === '\r' && text[offset] === '\n'
  return normalizeLineEndingsForTextArea(text.slice(0, offset)).length - (isInside ? 1 : 0)
}

export function convertTextAreaOffsetToText(text: string, shown: number): number {
  let offset = 0
  for (let seen = 0; seen < shown && offset < text.length; seen += 1) offset += text.startsWith('\r\n', offset) ? 2 : 1
  return offset
}

/** Keeps the line endings of text that was not edited. */
export function applyTextAreaEdit(text: string, now: string): string {
  if (!text.includes('\r')) return now
  const before = normalizeLineEndingsForTextArea(text)
  const most = Math.min(before.length, now.length)
  let head = 0
  while (head < most && before[head] === now[head]) head += 1
  let tail = 0
  while (tail < most - head && before[before.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1
  const start = text.slice(0, convertTextAreaOffsetToText(text, head))
  const end = text.slice(convertTextAreaOffsetToText(text, before.length - tail))
  const edited = start + now.slice(head, now.length - tail) + end
  // A line feed that follows a lone CR would form a CRLF with it.
  return normalizeLineEndingsForTextArea(edited) === now ? edited : now
}
