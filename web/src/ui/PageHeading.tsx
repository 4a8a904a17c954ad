// The one heading of a page. It names the tab, and after a navigation inside the document it takes the focus, so that a
// screen reader says where one has arrived and the keyboard goes on from there.
import { useTranslations } from 'use-intl'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { usePageLanguage } from '../i18n/page-language-context.ts'

/** The address whose page was last announced: the first one by the browser itself. */
let announcedPath = globalThis.location?.pathname
/** Whether the last heading went away with the focus: the one that takes its place takes that as well. */
let wasPreviousHeadingFocused = false

/** @param title the heading, and the name of the tab */
export function PageHeading({ title, className = 'text-title' }: { title: string; className?: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { site } = usePageLanguage()
  const t = useTranslations()

  // At once with the heading: nobody is told the name of another page. A preview stands in a document of its own, and names that.
  useLayoutEffect(() => {
    const { ownerDocument } = heading.current as HTMLHeadingElement
    ownerDocument.title = t('ui.pageTitle', { page: title, site: site?.name ?? t('ui.productName') })
  }, [title, t, site])

  useEffect(() => {
    if (location.pathname !== announcedPath || wasPreviousHeadingFocused) heading.current?.focus()
    announcedPath = location.pathname
    wasPreviousHeadingFocused = false
  }, [])

  useLayoutEffect(() => {
    const own = heading.current
    return () => {
      wasPreviousHeadingFocused = own !== null && document.activeElement === own
    }
  }, [])

  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {title}
    </h1>
  )
}
