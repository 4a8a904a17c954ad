import type { ReactNode } from 'react'
import { adminPagePaths } from '../../../api/admin-page-paths.ts'
import { LoadErrorPanel } from '../../../ui/LoadErrorPanel.tsx'
import { CardList, CardListRow } from '../../../ui/CardList.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { PageSection } from '../../../ui/PageSection.tsx'
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx'
import { useTranslations } from 'use-intl'
import { AdminPageLink } from '../master-detail/AdminPageLink.tsx'
import { PersonLink } from '../master-detail/PersonLink.tsx'
import { useAdminQuery } from '../admin-query-hooks.ts'
import type { AuditLogQuery } from './audit-log-url-filter.ts'
import { formatAuditEntryDetails, formatAuditEventType } from './format-audit-entry.ts'

const maxEntries = 8

interface RecentAuditEntriesProps {
  title: string
  emptyText: string
  query: AuditLogQuery
  showsPerson?: boolean
  children: ReactNode
}

export function RecentAuditEntries({
  title,
  emptyText,
  query,
  showsPerson = false,
  children,
}: RecentAuditEntriesProps) {
  const t = useTranslations()
  const events = useAdminQuery('listEvents', { query })
  const lines = events.data?.items.slice(0, maxEntries)
  return (
    <PageSection title={title}>
      {events.error && <LoadErrorPanel problem={events.error.problem} onRetry={() => void events.refetch()} />}
      {!lines && !events.error && <SkeletonRows />}
      {lines?.length === 0 && <p className="text-soft">{emptyText}</p>}
      {lines && lines.length > 0 && (
        <CardList label={title}>
          {lines.map((event) => (
            <CardListRow
              key={event.sequence}
              head={
                <AdminPageLink href={adminPagePaths.event(event.sequence)}>
                  {formatAuditEventType(t, event.type)}
                </AdminPageLink>
              }
              action={<RelativeTime at={event.at} />}
            >
              {showsPerson && event.person && <PersonLink person={event.person} size={22} />}
              {formatAuditEntryDetails(t, event) !== '' && (
                <p className="text-small text-soft [overflow-wrap:anywhere]">{formatAuditEntryDetails(t, event)}</p>
              )}
            </CardListRow>
          ))}
        </CardList>
      )}
      <p className="flex flex-wrap gap-x-6 gap-y-2">{children}</p>
    </PageSection>
  )
}
