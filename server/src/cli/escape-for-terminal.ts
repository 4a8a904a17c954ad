// Escapes text: every character is visible, has a fixed width and controls nothing (THREATS N10).

export interface EscapedTerminalCharacter {
  readonly text: string
  readonly width: number
  /** UTF-16 units. */
  readonly units: number
}

/** Left-to-right characters whose width is the same in all terminals. All others are escaped. */
const printablePattern =
  /^(?:[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\uac00-\ud7a3\u00a1-\u00ff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2400-\u2426\uff01-\uff60]|\p{Emoji_Presentation})$/u
const nonPrintablePattern = /^(?:\p{M}|\p{C}|\p{Z}|\p{Default_Ignorable_Code_Point}|\p{RI}|\p{Emoji_Modifier})$/u
const wideCharacterPattern =
  /^(?:[\p{sc=Han}\p{sc=Hiragana}\u30a0-\u30ff\uac00-\ud7a3\uff01-\uff60]|\p{Emoji_Presentation})$/u

export const toEscapedTerminalCharacters = (text: string): EscapedTerminalCharacter[] =>
  Array.from(text, toTerminalCell)

export const escapeForTerminal = (text: string): string =>
  toEscapedTerminalCharacters(text)
    .map(({ text }) => text)
    .join('')

function toTerminalCell(character: string): EscapedTerminalCharacter {
  const code = character.codePointAt(0) as number
  const units = character.length
  if (code >= 32 && code < 127) return { text: character, width: 1, units }
  if (code === 9) return { text: '⇥', width: 1, units }
  // The symbols for ASCII control characters start at U+2400.
  if (code < 32) return { text: String.fromCodePoint(0x2400 + code), width: 1, units }
  if (code === 127) return { text: '␡', width: 1, units }
  if (printablePattern.test(character) && !nonPrintablePattern.test(character))
    return { text: character, width: wideCharacterPattern.test(character) ? 2 : 1, units }
  const name = `‹U+${code.toString(16).toUpperCase().padStart(4, '0')}›`
  return { text: name, width: name.length, units }
}

/** Formats JSON as ASCII; JSON.stringify escapes only the first 32 control characters. */
export const formatAsciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
