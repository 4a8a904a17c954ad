import { useQuery } from '@tanstack/react-query'
import { Icon } from '../../../ui/Icon.tsx'
import { createLazyComponent } from '../../../ui/lazy-component.tsx'
import { TextLink } from '../../../ui/TextLink.tsx'
import { useTranslations } from 'use-intl'
import { createAdminQueryOptions } from '../admin-query-hooks.ts'
import type { AdminAlert } from './format-admin-alert.ts'
import { OverviewChartSection } from './OverviewChartSection.tsx'

/** Loaded only if there are alerts. */
const AdminAlertRows = createLazyComponent(async () => (await import('./AdminAlertRows.tsx')).AdminAlertRows, {
  messages: ['admin-alerts'],
})

interface AdminAlertListProps {
  items: readonly AdminAlert[] | undefined
  isPending: boolean
  hasError: boolean
  /** Needs attention even before the server alerts about it. */
  isBackupMissing: boolean
}

export function AdminAlertList({ items = [], isPending, hasError, isBackupMissing }: AdminAlertListProps) {
  const t = useTranslations()
  const news = t(isBackupMissing ? 'adminOverview.health.noBackup' : 'adminOverview.news.nothing')
  // The checklist requests it.
  const steps = useQuery({ ...createAdminQueryOptions('readSetupSteps'), enabled: false }).data?.steps
  const isStepShown = steps?.some(({ step, dismissed }) => step === 'backup' && !dismissed)
  return (
    <OverviewChartSection title={t('adminOverview.news.title')} isCompact={items.length === 0}>
      {items.length === 0 ? (
        // Reserves one line, so that nothing shifts.
        <p className={`flex min-h-6 items-center gap-2 text-small text-soft ${isPending ? 'on-its-way' : ''}`}>
          {hasError
            ? t('adminOverview.news.unread')
            : !isPending && (
                <>
                  <span aria-hidden="true" className={isBackupMissing ? 'text-amber' : 'text-seal'}>
                    <Icon name={isBackupMissing ? 'attention' : 'done'} size={16} />
                  </span>
                  {isBackupMissing && isStepShown ? <TextLink href="#backup">{news}</TextLink> : news}
                </>
              )}
        </p>
      ) : (
        <AdminAlertRows items={items} />
      )}
    </OverviewChartSection>
  )
}
