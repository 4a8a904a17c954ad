// Buttons that stay at the bottom of the window while the page scrolls, unless the window is so low
// that they would cover much of the page (WCAG 2.2 §1.4.10).
import { useEffect, useRef } from 'react'
import type { ReactNode, RefObject } from 'react'

/** Its parent must not be a grid, because sticky elements cannot leave their grid row. */
export function DecisionBar({ notice, children }: { notice?: ReactNode; children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null)
  useKeepFocusAbove(bar)
  return (
    <div
      ref={bar}
      className="bottom-0 -mx-5 -mt-2 grid gap-3 border-t border-line bg-paper px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] [@media(min-height:22rem)]:sticky"
    >
      {notice}
      <div className="flex gap-2">{children}</div>
    </div>
  )
}

/** Focus Not Obscured (WCAG 2.2 §2.4.11): the bar never covers the focused element. */
function useKeepFocusAbove(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = bar.current
    if (!element) return undefined
    const { style } = document.documentElement
    const watch = new ResizeObserver(() => (style.scrollPaddingBottom = `min(${element.offsetHeight + 16}px, 50dvh)`))
    watch.observe(element)
    return () => {
      watch.disconnect()
      style.scrollPaddingBottom = ''
    }
  }, [bar])
}
