// What there is to know of one thing, a name and a value each.
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

export function DescriptionList({ children }: { children: ReactNode }) {
  // As many side by side as have room for an identifier in one line each.
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,13.5rem),1fr))] gap-x-6 gap-y-4">{children}</dl>
  )
}

/** @param children the value; nothing stands as a dash */
export function DescriptionItem({ label, children }: { label: string; children?: ReactNode }) {
  const t = useTranslations()
  return (
    <div className="min-w-0">
      <dt className="text-caption text-soft">{label}</dt>
      <dd className="[overflow-wrap:anywhere]">{children ?? t('admin.none')}</dd>
    </div>
  )
}
