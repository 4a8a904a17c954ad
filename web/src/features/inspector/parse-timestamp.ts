// The moment at which a message is judged, as somebody writes it.
import { MessageError, parseDateTime } from '@countersign/message'

/** Milliseconds since 1970; null where nothing is written, or no time that RFC 3339 knows. */
export function parseTimestamp(text: string): number | null {
  try {
    return text.trim() === '' ? null : parseDateTime(text.trim())
  } catch (fault) {
    if (fault instanceof MessageError) return null
    throw fault
  }
}
