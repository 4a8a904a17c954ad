import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useLocation } from '@tanstack/react-router'
import { SignedInPageIcon } from '../../../ui/SignedInPageIcon.tsx'
import { siteBranding } from '../../../api/apply-site-branding.ts'
import { SvgIcon } from '../../../ui/Icon.tsx'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { useTranslations } from 'use-intl'
import { AdminPageLink } from './AdminPageLink.tsx'
import { useMasterDetailPanel } from './master-detail-react-contexts.ts'

interface DetailHeaderProps {
  title: string
  back: { href: string; label: string }
  picture?: ReactNode
  badges?: ReactNode
  children?: ReactNode
}

export function DetailScreenHeader({ title, back, picture, badges, children }: DetailHeaderProps) {
  const panel = useMasterDetailPanel()
  return (
    <div className={panel ? 'sticky top-0 z-10 -mx-6 grid gap-2 bg-paper px-6 pt-4' : 'grid gap-2'}>
      {panel ? <PanelToolbar /> : <AdminPageLink href={back.href}>{back.label}</AdminPageLink>}
      <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2">
        {picture}
        {panel ? (
          <PanelHeading title={title} />
        ) : (
          <PageHeading className="min-w-0 text-title [overflow-wrap:anywhere]" title={title} />
        )}
        {badges}
      </div>
      {children}
    </div>
  )
}

const toolbarButtonClass =
  'grid size-8 place-items-center rounded-control text-soft transition-colors hover:bg-sunk hover:text-ink aria-disabled:opacity-40 pointer-coarse:size-11'

function PanelToolbar() {
  const t = useTranslations()
  const panel = useMasterDetailPanel()
  const path = useLocation({ select: ({ pathname }) => pathname })
  if (panel === null) return null
  return (
    <div className="-mx-2 flex items-center gap-1">
      <NeighborButton label={t('adminUi.panel.previous')} onStep={panel.previous} path="M5 12.5l5-5l5 5" />
      <NeighborButton label={t('adminUi.panel.next')} onStep={panel.next} path="M5 7.5l5 5l5-5" />
      <a
        href={path}
        target="_blank"
        rel="noopener"
        className="ml-auto inline-flex min-h-8 items-center rounded-control px-2 text-caption text-soft hover:text-ink pointer-coarse:min-h-11"
      >
        {t('adminUi.panel.alone')}
      </a>
      <button
        type="button"
        aria-label={t('adminUi.panel.close')}
        title={t('adminUi.panel.close')}
        onClick={panel.close}
        className={toolbarButtonClass}
      >
        <SignedInPageIcon name="close" />
      </button>
    </div>
  )
}

function NeighborButton({ label, onStep, path }: { label: string; onStep: (() => void) | null; path: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={onStep === null}
      onClick={() => onStep?.()}
      className={toolbarButtonClass}
    >
      <SvgIcon path={path} size={18} />
    </button>
  )
}

/** Sets the document title, and takes the focus if the panel was opened by keyboard. */
function PanelHeading({ title }: { title: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const t = useTranslations()
  useEffect(() => {
    const before = document.title
    document.title = t('ui.pageTitle', { page: title, site: siteBranding?.name ?? t('ui.productName') })
    return () => {
      document.title = before
    }
  }, [title, t])
  const isByKeyboard = useLocation({ select: ({ state }) => state.byKeyboard === true })
  useEffect(() => {
    if (isByKeyboard) heading.current?.focus()
  }, [isByKeyboard])
  return (
    <h2 ref={heading} tabIndex={-1} data-panel="" className="min-w-0 text-lead [overflow-wrap:anywhere] outline-none">
      {title}
    </h2>
  )
}
