import { translateKnownServerCode } from '../../../i18n/ui-translation-functions.ts'
import type { ReactNode } from 'react'
import { adminPagePaths } from '../../../api/admin-page-paths.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { useNow } from '../../../api/server-synced-clock.ts'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { Card } from '../../../ui/PageSection.tsx'
import { useTranslations } from 'use-intl'
import { AdminPageLink } from '../master-detail/AdminPageLink.tsx'
import { OverviewChartSection } from './OverviewChartSection.tsx'
import type { AdminOverviewStatisticsResponse } from './admin-overview-statistics-response-type.ts'
import { convertDateRangeToTimestamps } from './overview-date-range.ts'
import type { DateRange } from './overview-date-range.ts'

const weekMs = 7 * 86_400_000

export function SystemHealthSection({
  figures,
  range,
}: {
  figures: AdminOverviewStatisticsResponse
  range: DateRange
}) {
  const t = useTranslations()
  return (
    <OverviewChartSection title={t('adminOverview.health.title')}>
      <div className="grid gap-3 md:grid-cols-2">
        <ChainHealth chains={figures.chains} />
        <SigningKeyHealth keys={figures.keys} />
        <BackupHealth lastAt={figures.backup.lastAt} />
        <LogoutDeliveryHealth logouts={figures.logouts} range={range} />
      </div>
      <p className="text-small">
        <AdminPageLink href={adminPagePaths.settings}>{t('adminOverview.health.settings')}</AdminPageLink>
      </p>
    </OverviewChartSection>
  )
}

function HealthItem({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="grid content-start gap-2 px-4 py-4 text-small sm:px-5">
      <h3 className="font-sans text-body font-semibold">{title}</h3>
      {children}
    </Card>
  )
}

function ChainHealth({ chains }: Pick<AdminOverviewStatisticsResponse, 'chains'>) {
  const t = useTranslations()
  return (
    <HealthItem title={t('adminOverview.health.chains')}>
      {chains.length === 0 && <p className="text-soft">{t('adminOverview.health.noChains')}</p>}
      <ul className="grid gap-2">
        {chains.map((chain) => (
          <li key={chain.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <span>{chain.name}</span>
            <span className="flex flex-wrap items-center gap-2 text-soft">
              {chain.readAt && (
                <span>
                  {t('adminOverview.health.readAt')} <RelativeTime at={chain.readAt} />
                </span>
              )}
              {chain.unreachableSessions > 0 && (
                <span>{t('adminOverview.health.unreachable', { count: chain.unreachableSessions })}</span>
              )}
              {chain.state === 'unread' ? (
                t('adminOverview.health.states.unread')
              ) : (
                <Badge tone={chain.state === 'well' ? 'seal' : 'attention'}>
                  {t(`adminOverview.health.states.${chain.state}`)}
                </Badge>
              )}
            </span>
          </li>
        ))}
      </ul>
    </HealthItem>
  )
}

function SigningKeyHealth({ keys }: Pick<AdminOverviewStatisticsResponse, 'keys'>) {
  const t = useTranslations()
  return (
    <HealthItem title={t('adminOverview.health.keys')}>
      <ul className="grid gap-2">
        {keys.map(({ algorithm, state, createdAt, signsUntil }) => (
          <li key={`${algorithm} ${state} ${createdAt}`} className="flex flex-wrap justify-between gap-x-4">
            <span>
              <code className="font-mono">{algorithm}</code>{' '}
              {translateKnownServerCode(t, 'adminOverview.health.keyStates', state) ?? state}
            </span>
            <span className="text-soft">
              {t('adminOverview.health.made')} <RelativeTime at={createdAt} />
              {signsUntil !== null && (
                <>
                  , {t('adminOverview.health.nextKey')} <RelativeTime at={signsUntil} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </HealthItem>
  )
}

function BackupHealth({ lastAt }: { lastAt: string | null }) {
  const t = useTranslations()
  const isOld = Date.parse(lastAt ?? '') < useNow() - weekMs
  return (
    <HealthItem title={t('adminOverview.health.backup')}>
      {lastAt === null ? (
        <p className="text-soft">{t('adminOverview.health.noBackup')}</p>
      ) : (
        <p>
          {t('adminOverview.health.lastBackup')} <RelativeTime at={lastAt} />
        </p>
      )}
      {isOld && <p className="font-semibold text-amber">{t('adminOverview.health.oldBackup')}</p>}
    </HealthItem>
  )
}

function LogoutDeliveryHealth({
  logouts: { waiting, failed },
  range,
}: Pick<AdminOverviewStatisticsResponse, 'logouts'> & { range: DateRange }) {
  const t = useTranslations()
  return (
    <HealthItem title={t('adminOverview.health.logouts')}>
      {waiting + failed === 0 && <p className="text-soft">{t('adminOverview.health.allTold')}</p>}
      {waiting > 0 && <p>{t('adminOverview.health.waiting', { count: waiting })}</p>}
      {failed > 0 && (
        <p>
          <span className="font-semibold text-amber">{t('adminOverview.health.failed', { count: failed })}</span>{' '}
          <AdminPageLink
            href={adminPagePaths.activity({ type: 'logout.failed', ...convertDateRangeToTimestamps(range) })}
          >
            {t('adminOverview.health.seeFailed')}
          </AdminPageLink>
        </p>
      )}
    </HealthItem>
  )
}
