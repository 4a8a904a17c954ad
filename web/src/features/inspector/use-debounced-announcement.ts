import { useEffect, useRef } from 'react'
import { useAnnounce } from '../../ui/ScreenReaderAnnouncer.tsx'

const debounceMilliseconds = 900

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
