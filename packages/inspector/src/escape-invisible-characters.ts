// Text as it can be shown to a person who looks for a fault: nothing in it is unseen, and it is not too long.
import { findSuspiciousCharacterDescription, formatCharacterName } from './suspicious-character-descriptions.ts'

/**
 * The text with what cannot be seen written out: `␊` for a line feed, `␍` for a carriage return, `‹U+200B›` for others.
 * @param most how many characters are shown before `…` stands for the rest
 */
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
