// Going on by another device, and back to where it was left: whoever comes back finds the keyboard on the button that led away.
import { useCallback, useState } from 'react'
import type { RefCallback } from 'react'

export interface Elsewhere {
  readonly isAway: boolean
  readonly go: () => void
  readonly back: () => void
  /** Of the button that leads there. */
  readonly button: RefCallback<HTMLButtonElement>
}

/** @param isFirst whether it begins there @param mayGo asked before it goes there */
export function useElsewhere(isFirst = false, mayGo = () => true): Elsewhere {
  /** Null as long as nobody was away. */
  const [isAway, setIsAway] = useState<boolean | null>(isFirst || null)
  return {
    isAway: isAway === true,
    go: () => mayGo() && setIsAway(true),
    back: () => setIsAway(false),
    button: useCallback((element) => void (isAway === false && element?.focus()), [isAway]),
  }
}
