// Distinguishes plain clicks from clicks that open a new tab or window, which the browser handles.
import type { MouseEvent } from 'react'

export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}
