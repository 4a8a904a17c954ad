// Sanitizes untrusted text, because invisible characters in it could fake a name (THREATS N4).

/** Control, format, private-use and unassigned characters, and lone surrogates. */
const invisibleCharacters = /(?!\s)\p{C}/gu

export function sanitizeDisplayText(text: string, limit: number): string {
  const plain = text
    .slice(0, limit * 10)
    .replace(invisibleCharacters, '')
    .replace(/\s+/g, ' ')
    .trim()
  return [...plain].slice(0, limit).join('').trim()
}
