// Shows what the eye misses: characters that cannot be seen, that turn the direction of the text, or that pass for others
// (the ways in which two messages look the same and are not; THREATS M12).
import { findCharacter, nameCharacter } from './character-names.ts'
import { codePointIn } from './code-point.ts'
import type { StrangeCharacter } from './findings.ts'
import type { Locate } from './place.ts'

/** Every character of the text that is neither printable ASCII nor a line feed. */
export function findStrangeCharacters(text: string, locate: Locate): StrangeCharacter[] {
  const strange: StrangeCharacter[] = []
  for (let offset = 0; offset < text.length;) {
    const codePoint = codePointIn(text, offset)
    const length = codePoint > 0xffff ? 2 : 1
    const entry = findCharacter(codePoint)
    if (entry) {
      strange.push({
        place: locate(offset, length),
        kind: entry.kind,
        codePoint,
        name: nameCharacter(codePoint),
        looksLike: entry.looksLike,
      })
    }
    offset += length
  }
  return strange
}
