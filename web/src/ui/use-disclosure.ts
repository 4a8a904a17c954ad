// A disclosure: what a button opens in place. It goes away again on Escape, which gives the focus back, and when the focus leaves it.
import { useRef, useState } from 'react'
import type { FocusEvent, KeyboardEvent, RefObject } from 'react'

interface Disclosure {
  isOpen: boolean
  setIsOpen: (isOpen: boolean) => void
  /** Puts it away, with the focus on its button. */
  close: () => void
  button: RefObject<HTMLButtonElement | null>
  /** For the element around the button and what it opens. */
  containerProps: {
    role: 'presentation'
    onBlur: (event: FocusEvent) => void
    onKeyDown: (event: KeyboardEvent) => void
  }
}

export function useDisclosure(): Disclosure {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setIsOpen(false)
    button.current?.focus()
  }
  return {
    isOpen,
    setIsOpen,
    close,
    button,
    containerProps: {
      role: 'presentation',
      onBlur: (event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setIsOpen(false)
      },
      onKeyDown: (event) => {
        if (event.key !== 'Escape' || !isOpen) return
        // It closes nothing else.
        event.preventDefault()
        close()
      },
    },
  }
}
