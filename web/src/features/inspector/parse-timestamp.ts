import { MessageError, parseDateTime } from '@countersign/message'

/** @returns milliseconds since 1970; null if empty or not RFC 3339 */
export function parseTimestamp(text: string): number | null {
  try {
    return text.trim() === '' ? null : parseDateTime(text.trim())
  } catch (fault) {
    if (fault instanceof MessageError) return null
    throw fault
  }
}
