// Keeps every character of a text that is edited in a text area. HTML §"The textarea element": a text area shows every
// CR and CRLF as one line feed and would lose them; here the text is kept as it was pasted, and the area shows a copy of it.

/** The text as a text area shows it. */
export function normalizeLineEndingsForTextArea(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}

/** Where a place of the text is in what the text area shows. */
export function convertTextOffsetToTextArea(text: string, offset: number): number {
  const isInside = text[offset - 1] === '\r' && text[offset] === '\n'
  return normalizeLineEndingsForTextArea(text.slice(0, offset)).length - (isInside ? 1 : 0)
}

/** Where a place of what the text area shows is in the text: the other way round. */
export function convertTextAreaOffsetToText(text: string, shown: number): number {
  let offset = 0
  for (let seen = 0; seen < shown && offset < text.length; seen += 1) offset += text.startsWith('\r\n', offset) ? 2 : 1
  return offset
}

/**
 * The text after an edit in the text area: what the edit did not touch keeps its line endings.
 * @param now what the text area shows after the edit
 */
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
  // A line feed typed after a lone CR would make one line ending of the two; then what is shown counts.
  return normalizeLineEndingsForTextArea(edited) === now ? edited : now
}
