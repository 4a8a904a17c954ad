import type { ReactNode } from 'react'
import type { AdminApiAuditEvent } from '@countersign/api/admin-api-endpoints'
import { adminPagePaths } from '../../../api/admin-page-paths.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { shortenWalletAddress } from '../../../ui/wallet-address-format.ts'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'
import { describeUserAgent } from '../../../ui/describe-user-agent.ts'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { TableCellKindContext } from '../../../ui/table-cell-kind-context.ts'
import { useTranslations } from 'use-intl'
import { AdminPageLink } from '../master-detail/AdminPageLink.tsx'
import { PersonLink } from '../master-detail/PersonLink.tsx'
import type { TableColumn } from '../Table.tsx'
import { AuditEventIcon } from './AuditEventIcon.tsx'
import { isOwnAction } from './group-sign-in-entries.ts'
import { listRowLinkClass } from '../master-detail/list-row-css-classes.ts'
import {
  formatAuditApplicationName,
  formatAuditActor,
  formatAuditEntryDetails,
  formatAuditTarget,
  formatAuditEventType,
} from './format-audit-entry.ts'

/**
 * @param newSince entries after this sequence number are marked as new; null marks none
 * @param signIns the entries that are shown in the row of the first entry of a sign-in, by its sequence number
 */
export function useAuditLogColumns(
  newSince: number | null,
  signIns: ReadonlyMap<number, readonly AdminApiAuditEvent[]>,
): TableColumn<AdminApiAuditEvent>[] {
  const t = useTranslations()
  const following = ({ sequence }: AdminApiAuditEvent) => signIns.get(sequence) ?? []
  return [
    {
      id: 'what',
      head: t('adminActivity.columns.what'),
      isRowHeader: true,
      cell: (event) => (
        <span
          className={`flex min-w-0 flex-wrap items-center gap-x-3 @[31rem]:flex-nowrap ${newSince !== null && event.sequence > newSince ? 'border-l-2 border-seal pl-2' : ''}`}
        >
          <span className="flex min-w-0 items-center gap-x-2">
            <AuditEventIcon {...event} />
            <AdminPageLink href={adminPagePaths.event(event.sequence)} className={listRowLinkClass}>
              {formatAuditEventType(t, event.type)}
            </AdminPageLink>
            {event.outcome === 'refused' && <RefusedBadge type={event.type} />}
          </span>
          <span className="hidden min-w-0 shrink-[9999] truncate text-caption text-soft @[31rem]:inline">
            {formatAuditEntryDetails(t, event)}
          </span>
          <FollowingEntryLinks entries={following(event)} className="hidden @[31rem]:inline-flex" />
        </span>
      ),
    },
    {
      id: 'actor',
      head: t('adminActivity.columns.actor'),
      // That a session expired, or who notifies of a logout, follows from the event.
      isLeftOutOfCard: ({ actor, person }) =>
        isOwnAction(actor, person) || (actor.kind === 'server' && ['expired', 'logouts'].includes(actor.cause)),
      cell: (event) => !isOwnAction(event.actor, event.person) && <AuditEntryActorName event={event} />,
    },
    {
      id: 'about',
      isWide: true,
      head: t('adminActivity.columns.about'),
      cell: (event) => (
        <EventTarget
          event={event}
          cardDetails={formatAuditEntryDetails(t, event)}
          cardLinks={<FollowingEntryLinks entries={following(event)} className="flex @[31rem]:hidden" />}
        />
      ),
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

interface FollowingEntryLinksProps {
  entries: readonly AdminApiAuditEvent[]
  className: string
}

function FollowingEntryLinks({ entries, className }: FollowingEntryLinksProps) {
  const t = useTranslations()
  if (entries.length === 0) return null
  return (
    <TableCellKindContext value="cell">
      <span className={`shrink-0 flex-wrap gap-x-3 text-caption ${className}`}>
        {entries.map(({ sequence, type }) => (
          <AdminPageLink
            key={sequence}
            href={adminPagePaths.event(sequence)}
            className="inline-flex min-h-6 items-center text-soft hover:underline"
          >
            {formatAuditEventType(t, type)}
          </AdminPageLink>
        ))}
      </span>
    </TableCellKindContext>
  )
}

/** A refusal is ordinary, unless it suggests an attack. */
export function RefusedBadge({ type }: Pick<AdminApiAuditEvent, 'type'>) {
  const t = useTranslations()
  const label = t('adminActivity.outcomes.refused')
  return attackEventTypes.includes(type) ? (
    <Badge tone="attention">{label}</Badge>
  ) : (
    <span className="inline-block rounded-control bg-sunk px-2 py-0.5 text-caption font-semibold text-soft">
      {label}
    </span>
  )
}

const attackEventTypes: readonly string[] = ['token.reuse_detected', 'passkey.counter_regressed']

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
  if (actor.kind !== 'person' || isOwnAction(actor, person)) return said
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

/** If an attempt has no person, the claimed address is shown. A card has the details here, to save a line. */
interface EventTargetProps {
  event: AdminApiAuditEvent
  cardDetails: string
  cardLinks: ReactNode
}

function EventTarget({ event, cardDetails, cardLinks }: EventTargetProps) {
  const t = useTranslations()
  const thing = formatAuditTarget(t, event)
  const { person, application, details, evidence } = event
  const { address } = evidence
  const { group } = details
  const tried = person === null ? address : undefined
  const shownDetails = cardDetails !== '' && (
    <span className="min-w-0 text-caption text-soft @[31rem]:hidden">{cardDetails}</span>
  )
  if (person === null && application === null && thing === null && tried === undefined)
    return shownDetails ? (
      <>
        {shownDetails}
        <span className="hidden @[31rem]:inline">–</span>
      </>
    ) : (
      '–'
    )
  return (
    <span className="inline-flex max-w-full min-w-0 flex-wrap items-center gap-x-3 align-middle @[31rem]:flex-nowrap">
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
      {shownDetails}
      {cardLinks}
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
