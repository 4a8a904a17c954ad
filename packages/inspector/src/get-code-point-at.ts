// The character at an offset, from its units. The platform's own codePointAt is not used: compiled by V8 it has been seen
// to read past the end of a string that was cut out of a longer one between the two halves of a character.

/** The code point at the offset, which must lie in the text; half of a character is a code point of its own. */
export function getCodePointAt(text: string, offset: number): number {
  const first = text.charCodeAt(offset)
  if (first < 0xd800 || first > 0xdbff || offset + 1 >= text.length) return first
  const second = text.charCodeAt(offset + 1)
  return second < 0xdc00 || second > 0xdfff ? first : 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00)
}
