// V8's optimized codePointAt has been seen reading past the end of a sliced string.

/** The offset must be inside the text. */
export function getCodePointAt(text: string, offset: number): number {
  const first = text.charCodeAt(offset)
  if (first < 0xd800 || first > 0xdbff || offset + 1 >= text.length) return first
  const second = text.charCodeAt(offset + 1)
  return second < 0xdc00 || second > 0xdfff ? first : 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00)
}
