import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

interface DescriptionListProps {
  /** For short values. */
  hasPhoneColumns?: boolean
  children: ReactNode
}

export function DescriptionList({ hasPhoneColumns = false, children }: DescriptionListProps) {
  return (
    <dl
      className={`grid grid-cols-[repeat(auto-fill,minmax(min(100%,13.5rem),1fr))] gap-x-6 gap-y-4 ${hasPhoneColumns ? 'max-sm:grid-cols-2 max-sm:gap-x-4' : ''}`}
    >
      {children}
    </dl>
  )
}

interface DescriptionItemProps {
  label: string
  /** For a long value. */
  isWide?: boolean
  children?: ReactNode
}

export function DescriptionItem({ label, isWide = false, children }: DescriptionItemProps) {
  const t = useTranslations()
  return (
    <div className={`min-w-0 ${isWide ? 'col-span-full' : ''}`}>
      <dt className="text-caption text-soft">{label}</dt>
      <dd className="[overflow-wrap:anywhere]">{children ?? t('admin.none')}</dd>
    </div>
  )
}
