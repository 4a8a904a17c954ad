// Uses no CSS classes, to keep the style sheet small.
import { useEffect, useRef, useState } from 'react'
import type { CSSProperties, ReactNode } from 'react'

const surroundingHeight = '31rem'
export const maxMessageBoxHeight = `max(9rem, 100dvh - ${surroundingHeight})`

const line = 'linear-gradient(var(--color-edge), var(--color-edge))'
const cover = 'linear-gradient(var(--color-sheet), var(--color-sheet))'
const shade = (towards: 'top' | 'bottom') => `linear-gradient(to ${towards}, transparent, var(--color-sunk))`

/** At both ends of the text, the `local` layers cover the shadows, so no script is needed. */
const scrollShadowStyle: CSSProperties = {
  backgroundImage: [cover, cover, line, line, shade('top'), shade('bottom')].join(),
  backgroundPosition: 'top, bottom, top, bottom, top, bottom',
  backgroundRepeat: 'no-repeat',
  backgroundSize: '100% 2rem, 100% 2rem, 100% 1px, 100% 1px, 100% 1.25rem, 100% 1.25rem',
  backgroundAttachment: 'local, local, scroll, scroll, scroll, scroll',
}

interface ScrollableMessageBoxProps {
  id: string
  label: string
  isPlain: boolean
  children: ReactNode
}

export function ScrollableMessageBox({ id, label, isPlain, children }: ScrollableMessageBoxProps) {
  const box = useRef<HTMLDivElement>(null)
  const [scrolls, setScrolls] = useState(false)
  useEffect(() => {
    const element = box.current
    const content = element?.firstElementChild
    if (!element || !content) return undefined
    const watch = new ResizeObserver(() => setScrolls(element.scrollHeight > element.clientHeight + 1))
    watch.observe(element)
    watch.observe(content)
    return () => watch.disconnect()
  }, [])
  return (
    <div
      ref={box}
      id={id}
      // A scrollable region must be focusable and labeled; any other box needs no tab stop.
      {...((scrolls || isPlain) && { tabIndex: 0, role: 'group', 'aria-label': label })}
      style={{
        marginInline: '-1rem',
        paddingInline: '1rem',
        maxHeight: maxMessageBoxHeight,
        minHeight: `min(14rem, ${maxMessageBoxHeight})`,
        overflowY: 'auto',
        ...scrollShadowStyle,
      }}
    >
      <div>{children}</div>
    </div>
  )
}
