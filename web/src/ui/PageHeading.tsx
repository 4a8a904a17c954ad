// Page heading. It sets the document title, and takes the focus after client-side navigation.
import { useTranslations } from 'use-intl'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { usePageLanguage } from '../i18n/page-language-context.ts'

/** The path that was announced last. The browser announces the first page itself. */
let announcedPath = globalThis.location?.pathname
let wasPreviousHeadingFocused = false

export function PageHeading({ title, className = 'text-title' }: { title: string; className?: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { site } = usePageLanguage()
  const t = useTranslations()

  // This is a layout effect, so that the title is never stale. A preview has a separate document.
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
