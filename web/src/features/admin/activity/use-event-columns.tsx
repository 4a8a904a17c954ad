// What the list of the activity says of each line.
import type { AdminEvent } from '@countersign/api/admin-calls'
import { adminPaths } from '../../../api/admin-paths.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { shortAddress } from '../../../ui/address-form.ts'
import { cleanText } from '../../../ui/clean-text.ts'
import { deviceWords } from '../../../ui/device-words.ts'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { useTranslations } from 'use-intl'
import { AdminLink } from '../workbench/AdminLink.tsx'
import { PersonLink } from '../workbench/PersonLink.tsx'
import type { Column } from '../Table.tsx'
import { rowLink } from '../workbench/row-link.ts'
import { nameApplication, sayActor, sayParticulars, sayThing, sayType } from './say-event.ts'

/** @param newSince lines after this one came while somebody was watching, and are marked; null for none */
export function useEventColumns(newSince: number | null): Column<AdminEvent>[] {
  const t = useTranslations()
  return [
    {
      id: 'what',
      head: t('adminActivity.columns.what'),
      isHead: true,
      cell: (event) => (
        <span
          className={`flex min-w-0 items-baseline gap-x-3 ${newSince !== null && event.sequence > newSince ? 'border-l-2 border-seal pl-2' : ''}`}
        >
          <span className="flex min-w-0 items-center gap-x-2">
            <AdminLink href={adminPaths.event(event.sequence)} className={rowLink}>
              {sayType(t, event.type)}
            </AdminLink>
            {event.outcome === 'refused' && <Badge tone="attention">{t('adminActivity.outcomes.refused')}</Badge>}
          </span>
          <span className="min-w-0 shrink-[9999] truncate text-caption text-soft">{sayParticulars(t, event)}</span>
        </span>
      ),
    },
    { id: 'actor', head: t('adminActivity.columns.actor'), cell: (event) => <ActorName event={event} /> },
    { id: 'about', isWide: true, head: t('adminActivity.columns.about'), cell: (event) => <About event={event} /> },
    {
      id: 'from',
      isMinor: true,
      isWide: true,
      head: t('adminActivity.columns.from'),
      cell: ({ evidence }) => <FromWhere evidence={evidence} />,
    },
    { id: 'at', isTime: true, head: t('adminActivity.columns.at'), cell: ({ at }) => <RelativeTime at={at} /> },
  ]
}

export function ApplicationName({ application }: { application: AdminEvent['application'] }) {
  if (application === null) return '–'
  return (
    <AdminLink
      href={adminPaths.application(application.id)}
      className="inline-flex min-h-6 items-center underline decoration-edge underline-offset-4 hover:decoration-ink"
    >
      {nameApplication(application)}
    </AdminLink>
  )
}

export function ActorName({ event }: { event: Pick<AdminEvent, 'actor' | 'person'> }) {
  const t = useTranslations()
  const said = sayActor(t, event)
  const { actor, person } = event
  if (actor.kind !== 'person' || actor.id === person?.id) return said
  return (
    <AdminLink
      href={adminPaths.person(actor.id)}
      className="inline-flex min-h-6 items-center underline decoration-edge underline-offset-4 hover:decoration-ink"
    >
      {said}
    </AdminLink>
  )
}

/** In a narrow table a person leaves no room for more than a letter. */
const besidePerson = '@[31rem]:hidden @[45rem]:inline'

/** To whom or what it was done, whatever of these the line names; an attempt that names no person, the address in whose name it was. */
function About({ event }: { event: AdminEvent }) {
  const t = useTranslations()
  const thing = sayThing(t, event)
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
          {shortAddress(cleanText(tried, 90))}
        </code>
      )}
      {application && <ApplicationName application={application} />}
      {thing !== null &&
        (typeof group === 'string' ? (
          <AdminLink
            href={adminPaths.group(group)}
            className={`min-w-0 shrink-20 truncate text-seal underline decoration-1 underline-offset-4 ${person ? besidePerson : ''}`}
          >
            {thing}
          </AdminLink>
        ) : (
          <span className="min-w-0 truncate">{thing}</span>
        ))}
    </span>
  )
}

/** Network and browser, as far as they are known. */
export function FromWhere({ evidence }: Pick<AdminEvent, 'evidence'>) {
  const t = useTranslations()
  const { networkPrefix, userAgent } = evidence
  if (networkPrefix === undefined && userAgent === undefined) return '–'
  return (
    <span className="text-caption text-soft">
      {networkPrefix !== undefined && (
        <code className="font-mono whitespace-nowrap">{cleanText(networkPrefix, 60)}</code>
      )}
      {networkPrefix !== undefined && userAgent !== undefined && ' · '}
      {userAgent !== undefined && deviceWords(t, userAgent)}
    </span>
  )
}
