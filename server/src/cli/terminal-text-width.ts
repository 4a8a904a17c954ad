// Width of text on a terminal, in columns. The text must not contain control characters.

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Scripts and blocks with the East Asian Width W or F (UAX #11), and emoji. */
const widePattern =
  /^(?:[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}\p{sc=Yi}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|\p{RI}|.*\ufe0f)/u
const narrowPattern = /^[\uff61-\uffdc\uffe8-\uffee]/
const invisiblePattern = /^[\p{M}\p{Default_Ignorable_Code_Point}]+$/u

function measureGrapheme(grapheme: string): number {
  if (invisiblePattern.test(grapheme)) return 0
  return widePattern.test(grapheme) && !narrowPattern.test(grapheme) ? 2 : 1
}

const splitGraphemes = (text: string): string[] => Array.from(graphemes.segment(text), ({ segment }) => segment)

const isPrintableAscii = (text: string): boolean => /^[ -~]*$/.test(text)

export const measureTerminalText = (text: string): number =>
  isPrintableAscii(text)
    ? text.length
    : splitGraphemes(text).reduce((sum, grapheme) => sum + measureGrapheme(grapheme), 0)

/** Cuts text that is wider than `width` at a whole character, and ends it with `…`. */
export function truncateTerminalText(text: string, width: number): string {
  if (measureTerminalText(text) <= width) return text
  let [kept, used] = ['', 0]
  for (const grapheme of splitGraphemes(text)) {
    used += measureGrapheme(grapheme)
    if (used > width - 1) break
    kept += grapheme
  }
  return `${kept.trimEnd()}…`
}

/** Breaks text at spaces into lines of at most `width` columns; longer words stay whole. */
export function wrapTerminalText(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && measureTerminalText(`${last} ${word}`) <= width)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
