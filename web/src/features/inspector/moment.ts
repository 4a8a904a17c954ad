// The moment at which a message is judged, as somebody writes it.
import { MessageFault, readTime } from '@countersign/message'

/** Milliseconds since 1970; null where nothing is written, or no time that RFC 3339 knows. */
export function momentOf(text: string): number | null {
  try {
    return text.trim() === '' ? null : readTime(text.trim())
  } catch (fault) {
    if (fault instanceof MessageFault) return null
    throw fault
  }
}
