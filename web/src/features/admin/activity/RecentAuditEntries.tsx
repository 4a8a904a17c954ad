import type { ReactNode } from 'react'
import type { AdminApiAuditEvent } from '@countersign/api/admin-api-endpoints'
import { adminPagePaths } from '../../../api/admin-page-paths.ts'
import { LoadErrorPanel } from '../../../ui/LoadErrorPanel.tsx'
import { Card, PageSection } from '../../../ui/PageSection.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx'
import { useTranslations } from 'use-intl'
import { AdminPageLink } from '../master-detail/AdminPageLink.tsx'
import { PersonLink } from '../master-detail/PersonLink.tsx'
import { useAdminQuery } from '../admin-query-hooks.ts'
import type { AuditLogQuery } from './audit-log-url-filter.ts'
import { formatAuditEntryDetails, formatAuditEventType } from './format-audit-entry.ts'
import { AuditEntryApplicationName, AuditEntryNetworkAndBrowser, RefusedBadge } from './use-audit-log-columns.tsx'

const maxEntries = 20

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
  const events = useAdminQuery('listEvents', { query })
  const lines = events.data?.items.slice(0, maxEntries)
  return (
    <PageSection title={title}>
      {events.error && <LoadErrorPanel problem={events.error.problem} onRetry={() => void events.refetch()} />}
      {!lines && !events.error && <SkeletonRows />}
      {lines?.length === 0 && <p className="text-soft">{emptyText}</p>}
      {lines && lines.length > 0 && (
        <Card>
          <ul aria-label={title} className="divide-y divide-line">
            {lines.map((event) => (
              <EntryRow key={event.sequence} event={event} showsPerson={showsPerson} />
            ))}
          </ul>
        </Card>
      )}
      <p className="flex flex-wrap gap-x-6 gap-y-2">{children}</p>
    </PageSection>
  )
}

function EntryRow({ event, showsPerson }: { event: AdminApiAuditEvent; showsPerson: boolean }) {
  const t = useTranslations()
  const { sequence, type, outcome, at, person, application, evidence } = event
  const details = formatAuditEntryDetails(t, event)
  const hasOrigin = evidence['networkPrefix'] !== undefined || evidence['userAgent'] !== undefined
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 px-4 py-2 text-small sm:px-5">
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-0.5">
        <AdminPageLink
          href={adminPagePaths.event(sequence)}
          className="inline-flex min-h-6 items-center font-semibold text-ink decoration-edge underline-offset-4 hover:underline"
        >
          {formatAuditEventType(t, type)}
        </AdminPageLink>
        {outcome === 'refused' && <RefusedBadge type={type} />}
        {application && <AuditEntryApplicationName application={application} />}
        {showsPerson && person && <PersonLink person={person} size={20} />}
        {details !== '' && <span className="text-soft [overflow-wrap:anywhere]">{details}</span>}
      </div>
      <span className="text-soft">
        <RelativeTime at={at} />
      </span>
      {hasOrigin && (
        <p className="col-span-full">
          <AuditEntryNetworkAndBrowser evidence={evidence} />
        </p>
      )}
    </li>
  )
}
