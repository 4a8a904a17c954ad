import { translateKnownServerCode } from '../../../i18n/ui-translation-functions.ts'
import type { ReactNode } from 'react'
import { useNow } from '../../../api/server-synced-clock.ts'
import { adminPagePaths } from '../../../api/admin-page-paths.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { Card } from '../../../ui/PageSection.tsx'
import { useTranslations } from 'use-intl'
import { AdminPageLink } from '../master-detail/AdminPageLink.tsx'
import { OverviewChartSection } from './OverviewChartSection.tsx'
import type { AdminOverviewStatisticsResponse } from './admin-overview-statistics-response-type.ts'
import { convertDateRangeToTimestamps } from './overview-date-range.ts'
import type { DateRange } from './overview-date-range.ts'

interface SystemHealthProps {
  figures: AdminOverviewStatisticsResponse
  range: DateRange
}

export function SystemHealthSection({ figures, range }: SystemHealthProps) {
  const t = useTranslations()
  return (
    <OverviewChartSection
      title={t('adminOverview.health.title')}
      aside={<AdminPageLink href={adminPagePaths.settings}>{t('adminOverview.health.settings')}</AdminPageLink>}
    >
      <Card className="grid divide-line max-md:divide-y md:grid-cols-2 md:divide-x lg:grid-cols-4">
        <ChainHealth chains={figures.chains} />
        <SigningKeyHealth keys={figures.keys} />
        <BackupHealth lastAt={figures.backup.lastAt} />
        <LogoutDeliveryHealth logouts={figures.logouts} range={range} />
      </Card>
    </OverviewChartSection>
  )
}

function HealthArea({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 content-start gap-1 px-4 py-2 text-small sm:px-5">
      <h3 className="font-sans text-caption text-soft">{title}</h3>
      {children}
    </div>
  )
}

interface HealthRowProps {
  name: ReactNode
  state?: ReactNode
  isBad?: boolean
  children?: ReactNode
}

/** The name is on the left, its state on the right, and the details are below. */
function HealthRow({ name, state, isBad = false, children }: HealthRowProps) {
  return (
    <div>
      <p className="flex items-start justify-between gap-x-4">
        <span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>
        {state !== undefined && (
          <span className="shrink-0">
            <Badge tone={isBad ? 'attention' : 'seal'}>{state}</Badge>
          </span>
        )}
      </p>
      {children !== undefined && <p className="text-caption text-soft">{children}</p>}
    </div>
  )
}

function ChainHealth({ chains }: Pick<AdminOverviewStatisticsResponse, 'chains'>) {
  const t = useTranslations()
  return (
    <HealthArea title={t('adminOverview.health.chains')}>
      {chains.length === 0 && <p className="text-soft">{t('adminOverview.health.noChains')}</p>}
      {chains.map(({ id, name, state, readAt, unreachableSessions: count }) => (
        <HealthRow
          key={id}
          name={name}
          state={state === 'unread' ? undefined : t(`adminOverview.health.states.${state}`)}
          isBad={state !== 'well'}
        >
          {readAt === null ? (
            t('adminOverview.health.states.unread')
          ) : (
            <>
              {t('adminOverview.health.readAt')} <RelativeTime at={readAt} />
            </>
          )}
          {count > 0 && <span className="block">{t('adminOverview.health.unreachable', { count })}</span>}
        </HealthRow>
      ))}
    </HealthArea>
  )
}

function SigningKeyHealth({ keys }: Pick<AdminOverviewStatisticsResponse, 'keys'>) {
  const t = useTranslations()
  const now = useNow()
  return (
    <HealthArea title={t('adminOverview.health.keys')}>
      {keys.map(({ algorithm, state, createdAt, signsUntil }) => {
        const isOver = Date.parse(signsUntil ?? '') <= now
        return (
          <HealthRow
            key={`${algorithm} ${state} ${createdAt}`}
            name={<code className="font-mono">{algorithm}</code>}
            state={
              isOver
                ? t('adminReasons.refusals.expired')
                : (translateKnownServerCode(t, 'adminOverview.health.keyStates', state) ?? state)
            }
            isBad={isOver}
          >
            {t('adminOverview.health.made')} <RelativeTime at={createdAt} />
            {signsUntil !== null && !isOver && (
              <>
                , {t('adminOverview.health.nextKey')} <RelativeTime at={signsUntil} />
              </>
            )}
          </HealthRow>
        )
      })}
    </HealthArea>
  )
}

/** Only a fact: an alert says when it is too long ago. */
function BackupHealth({ lastAt }: { lastAt: string | null }) {
  const t = useTranslations()
  return (
    <HealthArea title={t('adminOverview.health.backup')}>
      {lastAt === null ? (
        <p>
          <Badge tone="attention">{t('adminOverview.health.neverBackedUp')}</Badge>
        </p>
      ) : (
        <p>
          {t('adminOverview.health.lastBackup')} <RelativeTime at={lastAt} />
        </p>
      )}
    </HealthArea>
  )
}

interface LogoutDeliveryHealthProps extends Pick<AdminOverviewStatisticsResponse, 'logouts'> {
  range: DateRange
}

function LogoutDeliveryHealth({ logouts: { waiting, failed }, range }: LogoutDeliveryHealthProps) {
  const t = useTranslations()
  return (
    <HealthArea title={t('adminOverview.health.logouts')}>
      {waiting + failed === 0 && <p>{t('adminOverview.health.allTold')}</p>}
      {waiting > 0 && <p>{t('adminOverview.health.waiting', { count: waiting })}</p>}
      {failed > 0 && (
        <HealthRow
          name={
            <AdminPageLink
              href={adminPagePaths.activity({ type: 'logout.failed', ...convertDateRangeToTimestamps(range) })}
            >
              {t('adminOverview.health.seeFailed')}
            </AdminPageLink>
          }
          state={t('adminOverview.health.failed', { count: failed })}
          isBad
        />
      )}
    </HealthArea>
  )
}
