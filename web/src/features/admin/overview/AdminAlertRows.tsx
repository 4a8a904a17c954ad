import { useState } from 'react'
import { useNow } from '../../../api/server-synced-clock.ts'
import { usePageLanguage } from '../../../i18n/page-language-context.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Card } from '../../../ui/PageSection.tsx'
import { useTranslations } from 'use-intl'
import { AdminPageLink } from '../master-detail/AdminPageLink.tsx'
import { formatAdminAlert, formatBrowserFailures, getAdminAlertUrl } from './format-admin-alert.ts'
import type { AdminAlert } from './format-admin-alert.ts'
import { isSignInStopped, sortAlertsBySeverity } from './sort-alerts-by-severity.ts'

/** On a phone, more alerts would push the chart out of sight. */
const maxShownOnPhone = 2

export function AdminAlertRows({ items }: { items: readonly AdminAlert[] }) {
  const t = useTranslations()
  const [isExpanded, setIsExpanded] = useState(false)
  return (
    <Card>
      <ul className="divide-y divide-line">
        {sortAlertsBySeverity(items).map((item, place) => (
          <AlertRow key={getAlertKey(item)} item={item} isHiddenOnPhone={!isExpanded && place >= maxShownOnPhone} />
        ))}
      </ul>
      {items.length > maxShownOnPhone && (
        <div className="border-t border-line px-1 sm:hidden">
          <Button small look="bare" aria-expanded={isExpanded} onClick={() => setIsExpanded(!isExpanded)}>
            {isExpanded ? t('adminAlerts.fewer') : t('adminAlerts.all', { count: items.length })}
          </Button>
        </div>
      )}
    </Card>
  )
}

function AlertRow({ item, isHiddenOnPhone }: { item: AdminAlert; isHiddenOnPhone: boolean }) {
  const t = useTranslations()
  const { locale } = usePageLanguage()
  const now = useNow()
  const detail = formatBrowserFailures(t, item)
  return (
    <li
      className={`flex flex-wrap items-baseline justify-between gap-x-6 px-4 py-1.5 text-small sm:min-h-9 sm:px-5 ${isSignInStopped(item) ? 'bg-red-tint first:rounded-t-sheet last:rounded-b-sheet' : ''} ${isHiddenOnPhone ? 'max-sm:hidden' : ''}`}
    >
      <span className="flex min-w-0 items-baseline gap-2.5 [overflow-wrap:anywhere]">
        <span aria-hidden="true" className={`translate-y-0.5 ${isSignInStopped(item) ? 'text-red' : 'text-amber'}`}>
          <Icon name="attention" size={16} />
        </span>
        <span className="min-w-0">
          <span className="font-semibold">{formatAdminAlert(t, item, { now, locale })}</span>
          {item.kind === 'backup' && (
            <span className="block text-caption text-soft">
              {t('adminAlerts.backupCommand')} <code className="font-mono">npx countersign backup FILE</code>
            </span>
          )}
          {detail !== null && <span className="block text-caption text-soft">{detail}</span>}
        </span>
      </span>
      {/* Without any backup there is no list to link to. */}
      {!(item.kind === 'backup' && item.lastAt === null) && (
        <span className="max-sm:pl-6.5">
          <AdminPageLink href={getAdminAlertUrl(item)}>{t(`adminAlerts.actions.${item.kind}`)}</AdminPageLink>
        </span>
      )}
    </li>
  )
}

function getAlertKey(item: AdminAlert): string {
  if ('id' in item) return `${item.kind} ${item.id}`
  if ('algorithm' in item) return `${item.kind} ${item.algorithm}`
  return item.kind === 'sign_ins_stopped' ? `${item.kind} ${item.way}` : item.kind
}
