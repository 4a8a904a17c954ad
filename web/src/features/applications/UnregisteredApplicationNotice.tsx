// Warning about an unregistered application. Its texts are untrusted, so they contain no links.
import type { ReactNode } from 'react'
import type { ApiApplication } from '@countersign/api/api-endpoints'
import { sanitizeDisplayText } from '../../ui/sanitize-display-text.ts'
import { useTranslations } from 'use-intl'

interface UnregisteredApplicationNoticeProps {
  application: ApiApplication
  destination?: string
}

export function UnregisteredApplicationNotice({ application, destination }: UnregisteredApplicationNoticeProps) {
  const t = useTranslations()
  if (application.unregistered === undefined) return null
  const { claimedName } = application.unregistered
  return (
    <div className="grid gap-3 border-t border-line bg-sunk px-5 py-4">
      <div>
        <p className="font-semibold">{t('applications.unregistered.title')}</p>
        <p className="text-small text-soft">{t('applications.unregistered.text')}</p>
      </div>
      <dl className="grid gap-1 text-small">
        <DescriptionItem label={t('applications.unregistered.address')}>
          <span className="font-mono text-caption">{sanitizeDisplayText(application.id, 256)}</span>
        </DescriptionItem>
        {claimedName !== null && (
          <DescriptionItem label={t('applications.unregistered.claims')}>
            {t('applications.unregistered.claimed', { name: sanitizeDisplayText(claimedName, 80) })}
          </DescriptionItem>
        )}
        {destination !== undefined && destination !== '' && (
          <DescriptionItem label={t('applications.unregistered.goesOn')}>
            <span className="font-semibold">{sanitizeDisplayText(destination, 120)}</span>
          </DescriptionItem>
        )}
      </dl>
    </div>
  )
}

function DescriptionItem({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-3 sm:grid-cols-[7.5rem_1fr] sm:items-baseline">
      <dt className="text-caption text-soft">{label}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}
