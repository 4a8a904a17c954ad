import type { AdminApiAuditEvent } from '@countersign/api/admin-api-endpoints'
import { adminPagePaths } from '../../../api/admin-page-paths.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { shortenWalletAddress } from '../../../ui/wallet-address-format.ts'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'
import { describeUserAgent } from '../../../ui/describe-user-agent.ts'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { useTranslations } from 'use-intl'
import { AdminPageLink } from '../master-detail/AdminPageLink.tsx'
import { PersonLink } from '../master-detail/PersonLink.tsx'
import type { TableColumn } from '../Table.tsx'
import { listRowLinkClass } from '../master-detail/list-row-css-classes.ts'
import {
  formatAuditApplicationName,
  formatAuditActor,
  formatAuditEntryDetails,
  formatAuditTarget,
  formatAuditEventType,
} from './format-audit-entry.ts'

/** @param newSince entries after this sequence number are marked as new; null marks none */
export function useAuditLogColumns(newSince: number | null): TableColumn<AdminApiAuditEvent>[] {
  const t = useTranslations()
  return [
    {
      id: 'what',
      head: t('adminActivity.columns.what'),
      isRowHeader: true,
      cell: (event) => (
        <span
          className={`flex min-w-0 items-baseline gap-x-3 ${newSince !== null && event.sequence > newSince ? 'border-l-2 border-seal pl-2' : ''}`}
        >
          <span className="flex min-w-0 items-center gap-x-2">
            <AdminPageLink href={adminPagePaths.event(event.sequence)} className={listRowLinkClass}>
              {formatAuditEventType(t, event.type)}
            </AdminPageLink>
            {event.outcome === 'refused' && <Badge tone="attention">{t('adminActivity.outcomes.refused')}</Badge>}
          </span>
          <span className="min-w-0 shrink-[9999] truncate text-caption text-soft">
            {formatAuditEntryDetails(t, event)}
          </span>
        </span>
      ),
    },
    { id: 'actor', head: t('adminActivity.columns.actor'), cell: (event) => <AuditEntryActorName event={event} /> },
    {
      id: 'about',
      isWide: true,
      head: t('adminActivity.columns.about'),
      cell: (event) => <EventTarget event={event} />,
    },
    {
      id: 'from',
      isSecondary: true,
      isWide: true,
      head: t('adminActivity.columns.from'),
      cell: ({ evidence }) => <AuditEntryNetworkAndBrowser evidence={evidence} />,
    },
    { id: 'at', isTime: true, head: t('adminActivity.columns.at'), cell: ({ at }) => <RelativeTime at={at} /> },
  ]
}

export function AuditEntryApplicationName({ application }: { application: AdminApiAuditEvent['application'] }) {
  if (application === null) return '–'
  return (
    <AdminPageLink
      href={adminPagePaths.application(application.id)}
      className="inline-flex min-h-6 items-center underline decoration-edge underline-offset-4 hover:decoration-ink"
    >
      {formatAuditApplicationName(application)}
    </AdminPageLink>
  )
}

export function AuditEntryActorName({ event }: { event: Pick<AdminApiAuditEvent, 'actor' | 'person'> }) {
  const t = useTranslations()
  const said = formatAuditActor(t, event)
  const { actor, person } = event
  if (actor.kind !== 'person' || actor.id === person?.id) return said
  return (
    <AdminPageLink
      href={adminPagePaths.person(actor.id)}
      className="inline-flex min-h-6 items-center underline decoration-edge underline-offset-4 hover:decoration-ink"
    >
      {said}
    </AdminPageLink>
  )
}

const narrowTableClass = '@[31rem]:hidden @[45rem]:inline'

/** If an attempt has no person, the claimed address is shown. */
function EventTarget({ event }: { event: AdminApiAuditEvent }) {
  const t = useTranslations()
  const thing = formatAuditTarget(t, event)
  const { person, application, details, evidence } = event
  const { address } = evidence
  const { group } = details
  const tried = person === null ? address : undefined
  if (person === null && application === null && thing === null && tried === undefined) return '–'
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-x-3 align-middle">
      {person && <PersonLink person={person} size={22} />}
      {tried !== undefined && (
        <code translate="no" className="font-mono text-caption">
          {shortenWalletAddress(sanitizeDisplayText(tried, 90))}
        </code>
      )}
      {application && <AuditEntryApplicationName application={application} />}
      {thing !== null &&
        (typeof group === 'string' ? (
          <AdminPageLink
            href={adminPagePaths.group(group)}
            className={`min-w-0 shrink-20 truncate text-seal underline decoration-1 underline-offset-4 ${person ? narrowTableClass : ''}`}
          >
            {thing}
          </AdminPageLink>
        ) : (
          <span className="min-w-0 truncate">{thing}</span>
        ))}
    </span>
  )
}

export function AuditEntryNetworkAndBrowser({ evidence }: Pick<AdminApiAuditEvent, 'evidence'>) {
  const t = useTranslations()
  const { networkPrefix, userAgent } = evidence
  if (networkPrefix === undefined && userAgent === undefined) return '–'
  return (
    <span className="text-caption text-soft">
      {networkPrefix !== undefined && (
        <code className="font-mono whitespace-nowrap">{sanitizeDisplayText(networkPrefix, 60)}</code>
      )}
      {networkPrefix !== undefined && userAgent !== undefined && ' · '}
      {userAgent !== undefined && describeUserAgent(t, userAgent)}
    </span>
  )
}
