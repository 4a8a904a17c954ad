// Text of strangers as a terminal may show it: each character takes the columns it is said to take, what cannot be seen is
// drawn, and nothing reaches the terminal that it would obey (THREATS N10).

/** A character as it is drawn, and how many columns that takes. */
export interface EscapedTerminalCharacter {
  readonly text: string
  readonly width: number
  /** How many UTF-16 units of the text it stands for. */
  readonly units: number
}

/** Letters and signs that stand still: written from left to right, in columns that terminals agree on. All others are named. */
const printablePattern =
  /^(?:[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\uac00-\ud7a3\u00a1-\u00ff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2400-\u2426\uff01-\uff60]|\p{Emoji_Presentation})$/u
const nonPrintablePattern = /^(?:\p{M}|\p{C}|\p{Z}|\p{Default_Ignorable_Code_Point}|\p{RI}|\p{Emoji_Modifier})$/u
const wideCharacterPattern =
  /^(?:[\p{sc=Han}\p{sc=Hiragana}\u30a0-\u30ff\uac00-\ud7a3\uff01-\uff60]|\p{Emoji_Presentation})$/u

/** The characters of a text, one cell each. */
export const toEscapedTerminalCharacters = (text: string): EscapedTerminalCharacter[] =>
  Array.from(text, toTerminalCell)

/** A text on one line, with everything visible. */
export const escapeForTerminal = (text: string): string =>
  toEscapedTerminalCharacters(text)
    .map(({ text }) => text)
    .join('')

function toTerminalCell(character: string): EscapedTerminalCharacter {
  const code = character.codePointAt(0) as number
  const units = character.length
  if (code >= 32 && code < 127) return { text: character, width: 1, units }
  if (code === 9) return { text: '⇥', width: 1, units }
  // Unicode has a picture of each control character of ASCII, in their order from U+2400 on.
  if (code < 32) return { text: String.fromCodePoint(0x2400 + code), width: 1, units }
  if (code === 127) return { text: '␡', width: 1, units }
  if (printablePattern.test(character) && !nonPrintablePattern.test(character))
    return { text: character, width: wideCharacterPattern.test(character) ? 2 : 1, units }
  const name = `‹U+${code.toString(16).toUpperCase().padStart(4, '0')}›`
  return { text: name, width: name.length, units }
}

/** A value as one line of JSON in ASCII alone. JSON escapes no more than the first 32 control characters by itself. */
export const formatAsciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
