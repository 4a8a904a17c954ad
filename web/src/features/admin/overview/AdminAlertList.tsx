import type { Translate } from '../../../i18n/ui-translation-functions.ts'
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { adminPagePaths, adminChainSettingsAnchorId } from '../../../api/admin-page-paths.ts'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'
import { useNow } from '../../../api/server-synced-clock.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { Card } from '../../../ui/PageSection.tsx'
import { useTranslations } from 'use-intl'
import { AdminPageLink } from '../master-detail/AdminPageLink.tsx'
import { useAdminQuery } from '../admin-query-hooks.ts'
import { OverviewChartSection } from './OverviewChartSection.tsx'

type AlertItem = AdminApiEndpointOutput<'listAlerts'>['items'][number]

const pollIntervalMs = 60_000
const dayMs = 86_400_000

export function AdminAlertList() {
  const t = useTranslations()
  const news = useAdminQuery('listAlerts', undefined, { everyMs: pollIntervalMs })
  const now = useNow()
  const items = news.data?.items
  return (
    <OverviewChartSection title={t('adminOverview.news.title')}>
      {/* Reserves one line, so that nothing shifts. */}
      <Card className={`min-h-12 ${news.isPending && news.failureCount === 0 ? 'on-its-way' : ''}`}>
        {items === undefined || items.length === 0 ? (
          <p className="flex min-h-12 items-center gap-2 px-4 text-small text-soft sm:px-5">
            {news.error ? t('adminOverview.news.unread') : items && <NoAlerts text={t('adminOverview.news.nothing')} />}
          </p>
        ) : (
          <ul className="divide-y divide-line">
            {items.map((item) => (
              <li
                key={
                  'id' in item
                    ? `${item.kind} ${item.id}`
                    : 'algorithm' in item
                      ? `${item.kind} ${item.algorithm}`
                      : item.kind
                }
                className="flex min-h-12 flex-wrap items-center justify-between gap-x-6 gap-y-1 px-4 py-2 text-small sm:px-5"
              >
                <span className="grid min-w-0 gap-1 [overflow-wrap:anywhere]">
                  <span className="border-l-2 border-amber pl-2.5 font-semibold">{formatAlert(t, item, now)}</span>
                  {item.kind === 'backup' && (
                    <span className="pl-3 text-caption text-soft">
                      {t('adminOverview.news.backupCommand')}{' '}
                      <code className="font-mono">npx countersign backup FILE</code>
                    </span>
                  )}
                </span>
                {/* Without any backup there is no list to link to. */}
                {!(item.kind === 'backup' && item.lastAt === null) && (
                  <AdminPageLink href={getAlertUrl(item)}>{t(`adminOverview.news.actions.${item.kind}`)}</AdminPageLink>
                )}
              </li>
            ))}
          </ul>
        )}
      </Card>
    </OverviewChartSection>
  )
}

function NoAlerts({ text }: { text: string }) {
  return (
    <>
      <span aria-hidden="true" className="text-seal">
        <Icon name="done" size={16} />
      </span>
      {text}
    </>
  )
}

function formatAlert(t: Translate, item: AlertItem, now: number): string {
  switch (item.kind) {
    case 'logouts': {
      const { count, application } = item
      const hasMore = item.hasMore ? 'true' : 'other'
      return application === null
        ? t('adminOverview.news.logouts', { count, hasMore })
        : t('adminOverview.news.logoutsTo', {
            count,
            hasMore,
            application: sanitizeDisplayText(application.name ?? application.id, 64),
          })
    }
    case 'chain':
      return t('adminOverview.news.chain', { name: sanitizeDisplayText(item.name, 64), sessions: item.sessions })
    case 'key':
      return t(item.isOver ? 'adminOverview.news.keyOver' : 'adminOverview.news.key', {
        algorithm: sanitizeDisplayText(item.algorithm, 20),
      })
    case 'refusals':
      return t('adminOverview.news.refusals', { count: item.count, usual: item.usual })
    case 'mails':
      return t('adminOverview.news.mails', { count: item.count, hasMore: item.hasMore ? 'true' : 'other' })
    case 'held':
      return t('adminOverview.news.held', { count: item.count })
    case 'introspection':
      return t(item.isOwn ? 'adminOverview.news.introspectionOwn' : 'adminOverview.news.introspection', {
        name: sanitizeDisplayText(item.name, 64),
      })
    case 'backup':
      return item.lastAt === null
        ? t('adminOverview.news.noBackup')
        : t('adminOverview.news.oldBackup', { days: Math.floor((now - Date.parse(item.lastAt)) / dayMs) })
  }
}

function getAlertUrl(item: AlertItem): string {
  switch (item.kind) {
    case 'logouts':
      return adminPagePaths.activity({ type: 'logout.failed', application: item.application?.id, from: item.from })
    case 'chain':
      return `${adminPagePaths.settings}#${adminChainSettingsAnchorId}`
    case 'key':
      return adminPagePaths.settings
    case 'refusals':
      return adminPagePaths.activity({ type: 'sign_in.refused', from: item.from, by: 'network' })
    case 'mails':
      return adminPagePaths.activity({ type: 'mail.failed', from: item.from })
    case 'held':
      return adminPagePaths.activity({ type: 'wallet.put_on_hold' })
    case 'introspection':
      return adminPagePaths.application(item.id)
    case 'backup':
      return adminPagePaths.activity({ type: 'backup.created' })
  }
}
