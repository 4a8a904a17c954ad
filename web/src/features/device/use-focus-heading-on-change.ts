// After a change the keyboard and the screen reader go on from the new heading.
import { useEffect, useRef } from 'react'
import { focusPageHeading } from '../../ui/focus-page-heading.ts'

/** @param carriesOn stages in which the person is busy where they are */
export function useFocusHeadingOnChange<Stage extends string>(at: Stage, carriesOn: readonly Stage[] = []): void {
  const shown = useRef(at)
  useEffect(() => {
    if (at !== shown.current && !carriesOn.includes(at)) focusPageHeading()
    shown.current = at
  }, [at, carriesOn])
}
