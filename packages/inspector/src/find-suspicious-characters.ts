// Shows what the eye misses: characters that cannot be seen, that turn the direction of the text, or that pass for others
// (the ways in which two messages look the same and are not; THREATS M12).
import { findSuspiciousCharacterDescription, formatCharacterName } from './suspicious-character-descriptions.ts'
import { getCodePointAt } from './get-code-point-at.ts'
import type { SuspiciousCharacter } from './message-inspection-findings.ts'
import type { MessageTextRangeLocator } from './message-text-range-locator.ts'

/** Every character of the text that is neither printable ASCII nor a line feed. */
export function findSuspiciousCharacters(text: string, locate: MessageTextRangeLocator): SuspiciousCharacter[] {
  const strange: SuspiciousCharacter[] = []
  for (let offset = 0; offset < text.length;) {
    const codePoint = getCodePointAt(text, offset)
    const length = codePoint > 0xffff ? 2 : 1
    const entry = findSuspiciousCharacterDescription(codePoint)
    if (entry) {
      strange.push({
        place: locate(offset, length),
        kind: entry.kind,
        codePoint,
        name: formatCharacterName(codePoint),
        looksLike: entry.looksLike,
      })
    }
    offset += length
  }
  return strange
}
