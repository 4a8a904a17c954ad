// Tells the clicks that a page answers by itself from those that ask for a new tab or window, which are left to the browser.
import type { MouseEvent } from 'react'

export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}
