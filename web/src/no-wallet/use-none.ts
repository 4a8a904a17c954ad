// Whether somebody has said that they have no wallet anywhere. On the sign-in page that is a place of its own in the browser's history: its way back
// leads back, and a page that is loaded anew opens where it was.
import { useEffect, useState } from 'react'
import type { RefObject } from 'react'
import { useFocusBack } from '../ui/use-focus-back.ts'

const readPlace = (): boolean => (history.state as { isNone?: unknown } | null)?.isNone === true

/** @param hasPlace whether it has one; in a dialog of the account the history belongs to the pages */
export function useNone(hasPlace: boolean): {
  isNone: boolean
  open: () => void
  leave: () => void
  /** Where the keyboard goes on after the way back. */
  entrance: RefObject<HTMLButtonElement | null>
} {
  const [isNone, setIsNone] = useState(() => hasPlace && readPlace())
  const entrance = useFocusBack(isNone)
  useEffect(() => {
    if (!hasPlace) return undefined
    const follow = () => setIsNone(readPlace())
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [hasPlace])
  return {
    isNone,
    entrance,
    open() {
      if (hasPlace) history.pushState({ ...(history.state as object | null), isNone: true }, '')
      setIsNone(true)
    },
    leave: () => (hasPlace ? history.back() : setIsNone(false)),
  }
}
