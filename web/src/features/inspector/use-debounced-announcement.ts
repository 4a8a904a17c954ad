// Has what was found read out by screen readers once the typing rests, and once only (ARIA live region, debounced).
import { useEffect, useRef } from 'react'
import { useAnnounce } from '../../ui/ScreenReaderAnnouncer.tsx'

const debounceMilliseconds = 900

/** @param sentence empty where there is nothing to say */
export function useDebouncedAnnouncement(sentence: string): void {
  const announce = useAnnounce()
  const last = useRef('')
  useEffect(() => {
    if (sentence === last.current) return
    const timer = setTimeout(() => {
      last.current = sentence
      if (sentence !== '') announce(sentence)
    }, debounceMilliseconds)
    return () => clearTimeout(timer)
  }, [sentence, announce])
}
