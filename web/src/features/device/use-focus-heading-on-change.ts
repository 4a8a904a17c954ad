import { useEffect, useRef } from 'react'
import { focusPageHeading } from '../../ui/focus-page-heading.ts'

export function useFocusHeadingOnChange<Stage extends string>(at: Stage, carriesOn: readonly Stage[] = []): void {
  const shown = useRef(at)
  useEffect(() => {
    if (at !== shown.current && !carriesOn.includes(at)) focusPageHeading()
    shown.current = at
  }, [at, carriesOn])
}
