// Finds invisible characters, lookalikes and changes of the text direction (THREATS M12).
import { findSuspiciousCharacterDescription, formatCharacterName } from './suspicious-character-descriptions.ts'
import { getCodePointAt } from './get-code-point-at.ts'
import type { SuspiciousCharacter } from './message-inspection-findings.ts'
import type { MessageTextRangeLocator } from './message-text-range-locator.ts'

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
