// Texts that strangers write, made fit to stand in a sentence: what shows nothing or turns the reading direction is
// taken out, because with it one name could pass for another (THREATS N4).

/** Control, format, private-use and unassigned characters, and lone surrogates. Whitespace becomes a space instead. */
const invisibleCharacters = /(?!\s)\p{C}/gu

/** @param limit how many characters are left at most */
export function sanitizeDisplayText(text: string, limit: number): string {
  const plain = text
    .slice(0, limit * 10)
    .replace(invisibleCharacters, '')
    .replace(/\s+/g, ' ')
    .trim()
  return [...plain].slice(0, limit).join('').trim()
}
