import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

export function DescriptionList({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,13.5rem),1fr))] gap-x-6 gap-y-4">{children}</dl>
  )
}

export function DescriptionItem({ label, children }: { label: string; children?: ReactNode }) {
  const t = useTranslations()
  return (
    <div className="min-w-0">
      <dt className="text-caption text-soft">{label}</dt>
      <dd className="[overflow-wrap:anywhere]">{children ?? t('admin.none')}</dd>
    </div>
  )
}
