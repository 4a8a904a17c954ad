// Opens and closes a panel that replaces the one with its button, which gets the focus back.
import { useCallback, useRef, useState } from 'react'
import type { RefCallback } from 'react'

export interface PanelSwitch {
  readonly isOpen: boolean
  readonly open: () => void
  readonly close: () => void
  readonly buttonRef: RefCallback<HTMLButtonElement>
}

/** `mayOpen` is called before the panel opens; false prevents it. */
export function usePanelSwitch(isFirst = false, mayOpen = () => true): PanelSwitch {
  const [isOpen, setIsOpen] = useState(isFirst)
  const isClosing = useRef(false)
  const buttonRef = useCallback((button: HTMLButtonElement | null) => {
    // Only once, because the button is also mounted again after another panel closes.
    if (!button || !isClosing.current) return
    isClosing.current = false
    button.focus()
  }, [])
  return {
    isOpen,
    open: () => mayOpen() && setIsOpen(true),
    close: () => {
      isClosing.current = true
      setIsOpen(false)
    },
    buttonRef,
  }
}
