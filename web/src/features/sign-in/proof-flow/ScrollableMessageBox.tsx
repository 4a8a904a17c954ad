// Holds the message on a small screen: what does not fit scrolls inside it, so that the buttons stay in sight, and a line with a shade above
// it marks the edge behind which it goes on; at the end there is none. Its looks stand here and not in classes, because this comes only with the
// message, and the style sheet of the sign-in page must be light.
import { useEffect, useRef, useState } from 'react'
import type { CSSProperties, ReactNode } from 'react'

/** What stands around the message, on a page by itself: with an application's head there is more, and the page scrolls as well. */
const surroundingHeight = '31rem'
/** No lower than this: a few lines can always be read at once. */
export const maxMessageBoxHeight = `max(9rem, 100dvh - ${surroundingHeight})`

const line = 'linear-gradient(var(--color-edge), var(--color-edge))'
const cover = 'linear-gradient(var(--color-sheet), var(--color-sheet))'
const shade = (towards: 'top' | 'bottom') => `linear-gradient(to ${towards}, transparent, var(--color-sunk))`

/** What moves along (`local`) covers, at the two ends, what stays: no script has to know how far it was scrolled. */
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
  /** Whether nothing inside takes the focus, so that it is to be reached itself, before it is known whether it scrolls. */
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
      // What scrolls is reached by the keyboard, and says what it is; where all is in sight, there is nothing to stop at.
      {...((scrolls || isPlain) && { tabIndex: 0, role: 'group', 'aria-label': label })}
      style={{
        // From edge to edge of the sheet.
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
