// Gives the focus back to the button that opened a form in its place: the field that had it is gone, and the button is back.
import { useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'

/**
 * @param isOpen whether the form stands in place of the button
 * @returns what the button takes as its ref
 */
export function useFocusBack(isOpen: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(isOpen)
  useLayoutEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return button
}
