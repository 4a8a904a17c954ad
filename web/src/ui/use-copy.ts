// Puts a text on the clipboard, and says that it did.
import { useState } from 'react'
import { useAnnounce } from './Announcer.tsx'
import { useWords } from '../words/use-words.ts'

const shownMs = 2000

/** @returns whether it was copied a moment ago, and what copies it */
export function useCopy(text: string): [isCopied: boolean, copy: () => Promise<void>] {
  const { ui } = useWords()
  const announce = useAnnounce()
  const [isCopied, setIsCopied] = useState(false)
  return [
    isCopied,
    async () => {
      try {
        await navigator.clipboard.writeText(text)
        announce(ui.copied)
        setIsCopied(true)
        setTimeout(() => setIsCopied(false), shownMs)
      } catch {
        announce(ui.notCopied)
      }
    },
  ]
}
