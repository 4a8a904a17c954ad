// Disclosure. It closes on Escape, which restores the focus, and when the focus leaves.
import { useRef, useState } from 'react'
import type { FocusEvent, KeyboardEvent, RefObject } from 'react'

interface Disclosure {
  isOpen: boolean
  setIsOpen: (isOpen: boolean) => void
  close: () => void
  button: RefObject<HTMLButtonElement | null>
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
        // Escape must not close anything else.
        event.preventDefault()
        close()
      },
    },
  }
}
