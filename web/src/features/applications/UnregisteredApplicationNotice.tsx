// Warning about an unregistered application. Its texts are untrusted, so they contain no links.
import type { ReactNode } from 'react'
import type { ApiApplication } from '@countersign/api/api-endpoints'
import { sanitizeDisplayText } from '../../ui/sanitize-display-text.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useTranslations } from 'use-intl'
import { formatApplicationName } from './format-application-name.ts'

interface UnregisteredApplicationNoticeProps {
  application: ApiApplication
  destination?: string
  /** Whether the person continues to a program on this device. */
  isDeviceRedirect?: boolean
}

export function UnregisteredApplicationNotice({
  application,
  destination,
  isDeviceRedirect = false,
}: UnregisteredApplicationNoticeProps) {
  const t = useTranslations()
  if (application.unregistered === undefined) return null
  const { claimedName } = application.unregistered
  const host = formatApplicationName(application)
  return (
    <div className="grid gap-2 border-y border-amber bg-amber-tint px-5 py-3">
      <p className="flex items-start gap-2 font-semibold text-amber">
        <Icon name="attention" className="mt-[0.2em]" />
        {t('applications.unregistered.title')}
      </p>
      <p className="text-small [overflow-wrap:anywhere]">{t('applications.unregistered.text', { host })}</p>
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
      {isDeviceRedirect && (
        <div className="text-small">
          <p className="font-semibold">{t('applications.unregistered.isDeviceRedirect')}</p>
          <p>{t('applications.unregistered.staysHereText', { host })}</p>
        </div>
      )}
    </div>
  )
}

function DescriptionItem({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-caption text-soft">{label}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}
