// Gives the focus back to the button that opened something in its place, or to the heading that stood there: what had it is gone, and they are back.
import { useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'

/**
 * @param isOpen whether the other thing stands in its place
 * @returns what takes the focus takes this as its ref
 */
export function useRestoreFocus<Focused extends HTMLElement = HTMLButtonElement>(
  isOpen: boolean,
): RefObject<Focused | null> {
  const before = useRef<Focused>(null)
  const wasOpen = useRef(isOpen)
  useLayoutEffect(() => {
    if (wasOpen.current && !isOpen) before.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return before
}
