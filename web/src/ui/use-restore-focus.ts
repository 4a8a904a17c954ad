import { useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'

/** @param isOpen whether the button or heading is replaced now */
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
