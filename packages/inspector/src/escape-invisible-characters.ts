import { findSuspiciousCharacterDescription, formatCharacterName } from './suspicious-character-descriptions.ts'

/** Escapes characters as `␊`, `␍` or `‹U+200B›`, and cuts the text after `most` characters. */
export function escapeInvisibleCharacters(text: string, most = 60): string {
  let visible = ''
  let count = 0
  for (const character of text.slice(0, 2 * most + 2)) {
    if (count === most) return visible + '…'
    visible += escapeCharacter(character)
    count += 1
  }
  return visible
}

function escapeCharacter(character: string): string {
  if (character === '\n') return '␊'
  if (character === '\r') return '␍'
  const codePoint = character.codePointAt(0)!
  const kind = findSuspiciousCharacterDescription(codePoint)?.kind
  const isSeen = kind === undefined || kind === 'look-alike' || kind === 'foreign'
  return isSeen && character.isWellFormed() ? character : `‹${formatCharacterName(codePoint).split(' ')[0]!}›`
}
