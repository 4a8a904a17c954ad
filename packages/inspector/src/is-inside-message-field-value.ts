// Removing an invisible character from a value could change the domain or address.
import { findSuspiciousCharacterDescription } from './suspicious-character-descriptions.ts'
import { getCodePointAt } from './get-code-point-at.ts'
import { getMessageLineAtOffset, findMessageFieldByName } from './message-line-lookup.ts'

// Lookalikes of the space are also found in other values, because only statements have spaces.
export function isInsideMessageFieldValue(text: string, offset: number): boolean {
  const { start, content } = getMessageLineAtOffset(text, offset)
  const isSpace = findSuspiciousCharacterDescription(getCodePointAt(text, offset))?.looksLike === ' '
  const stretch = findValueRange(content, start === 0, isSpace)
  if (stretch === null || offset - start < stretch[0] || offset - start >= stretch[1]) return false
  const before = content.slice(stretch[0], offset - start)
  const after = content.slice(offset - start + 1, stretch[1])
  return /[!-~]/.test(before) && /[!-~]/.test(after)
}

function findValueRange(content: string, isFirst: boolean, isSpace: boolean): readonly [number, number] | null {
  if (isFirst) {
    const end = content.search(/[^!-~]wants[^!-~]/)
    return [0, end === -1 ? content.length : end]
  }
  if (/^0[xX][0-9a-fA-F]/.test(content.replace(/[^!-~]/g, ''))) return [0, content.length]
  if (!isSpace) return null
  const plain = content.replace(/[^ -~]/g, ' ')
  if (findMessageFieldByName(plain)) return [plain.indexOf(':') + 1, plain.length]
  return plain.startsWith('- ') ? [2, plain.length] : null
}
