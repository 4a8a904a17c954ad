// The one heading of a page. It names the tab, and after a navigation inside the page it takes the focus, so that a
// screen reader says where one has arrived and the keyboard goes on from there.
import { useEffect, useRef } from 'react'
import { useWords } from '../words/use-words.ts'

let firstPage = true

/** @param title the heading, and the name of the tab */
export function PageHeading({ title, className = 'text-title' }: { title: string; className?: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const words = useWords()

  useEffect(() => {
    document.title = words.ui.pageTitle(title)
  }, [title, words])

  useEffect(() => {
    // The first page of a visit is announced by the browser itself.
    if (!firstPage) heading.current?.focus()
    firstPage = false
  }, [])

  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {title}
    </h1>
  )
}

/** Puts the focus on the page's heading, for when the element that had it goes away. */
export function focusPageHeading(): void {
  document.querySelector<HTMLElement>('h1[tabindex]')?.focus()
}
