// The frame of the inspector: as wide as two columns need, on the same paper as every page.
import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { Band } from '../../ui/Band.tsx'
import { LanguageChoice } from '../../ui/LanguageChoice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { SiteName } from '../../ui/SiteName.tsx'
import { useTranslations } from 'use-intl'

export function InspectorLayout({ isComposing, children }: { isComposing: boolean; children: ReactNode }) {
  const t = useTranslations()
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr_auto]">
      <Band className="text-seal opacity-45" />
      <div className="mx-auto grid w-full max-w-[78rem] content-start gap-6 px-4 py-6 sm:px-6">
        <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
          <div className="grid gap-1">
            <PageHeading title={t('inspector.title')} className="text-display" />
            <p className="text-lead text-soft">{isComposing ? t('inspector.composing.intro') : t('inspector.intro')}</p>
          </div>
          <nav aria-label={t('inspector.views')} className="flex rounded-control border border-edge bg-sheet">
            <ViewLink hash="#inspect" isCurrent={!isComposing} label={t('inspector.inspect')} />
            <ViewLink hash="#compose" isCurrent={isComposing} label={t('inspector.compose')} />
          </nav>
        </header>
        <main className="grid min-w-0 grid-cols-1 gap-6">{children}</main>
        <p className="text-small text-soft">{t('inspector.local')}</p>
      </div>
      <footer className="flex items-center justify-between gap-4 px-5 py-3 text-soft">
        <a href={paths.front} className="flex min-h-6 items-center gap-2 rounded-control text-caption">
          <SiteName size={20} />
        </a>
        <LanguageChoice />
      </footer>
    </div>
  )
}

function ViewLink({ hash, isCurrent, label }: { hash: string; isCurrent: boolean; label: string }) {
  const look = isCurrent ? 'bg-seal text-on-seal' : 'text-ink hover:bg-sunk'
  return (
    <a
      href={hash}
      aria-current={isCurrent ? 'page' : undefined}
      className={`min-h-11 rounded-control px-5 py-2 font-semibold transition-colors ${look}`}
    >
      {label}
    </a>
  )
}
