// What the list of the activity says of each line.
import type { AdminEvent } from '@countersign/api/admin-calls'
import { adminPaths } from '../../../admin-paths.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { cleanText } from '../../../ui/clean-text.ts'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { useChapter } from '../../../words/use-words.ts'
import { AdminLink } from '../AdminLink.tsx'
import { PersonLink } from '../PersonLink.tsx'
import type { Column } from '../Table.tsx'
import { rowLink } from '../workbench/row-link.ts'
import { useParticularWords } from './use-particular-words.ts'
import { sayActor, sayParticulars, sayType } from './say-event.ts'

/** @param newSince lines after this one came while somebody was watching, and are marked; null for none */
export function useEventColumns(newSince: number | null): Column<AdminEvent>[] {
  const words = useChapter('adminActivity')
  const particular = useParticularWords()
  const { columns } = words
  return [
    {
      id: 'what',
      head: columns.what,
      isHead: true,
      cell: (event) => (
        <span
          className={`flex min-w-0 items-baseline gap-x-3 ${newSince !== null && event.sequence > newSince ? 'border-l-2 border-seal pl-2' : ''}`}
        >
          <span className="flex min-w-0 shrink-0 items-center gap-x-2">
            <AdminLink href={adminPaths.event(event.sequence)} className={rowLink}>
              {sayType(words, event.type)}
            </AdminLink>
            {event.outcome === 'refused' && <Badge tone="attention">{words.outcomes.refused}</Badge>}
          </span>
          <span className="min-w-0 truncate text-caption text-soft">{sayParticulars(particular, event)}</span>
        </span>
      ),
    },
    {
      id: 'person',
      head: columns.person,
      cell: ({ person }) => (person === null ? '–' : <PersonLink person={person} size={22} />),
    },
    {
      id: 'application',
      head: columns.application,
      cell: ({ application }) => <ApplicationName application={application} />,
    },
    { id: 'actor', head: columns.actor, cell: (event) => <ActorName actor={event.actor} /> },
    { id: 'at', head: columns.at, cell: ({ at }) => <RelativeTime at={at} /> },
  ]
}

export function ApplicationName({ application }: { application: AdminEvent['application'] }) {
  if (application === null) return '–'
  const name = cleanText(application.name ?? application.id, 64) || cleanText(application.id, 64)
  return (
    <AdminLink
      href={adminPaths.application(application.id)}
      className="inline-flex min-h-6 items-center underline decoration-edge underline-offset-4 hover:decoration-ink"
    >
      {name}
    </AdminLink>
  )
}

export function ActorName({ actor }: { actor: AdminEvent['actor'] }) {
  const words = useChapter('adminActivity')
  const said = sayActor(words, actor)
  if (said === null || actor === null) return '–'
  if (actor.kind === 'token') return said
  return (
    <AdminLink
      href={adminPaths.person(actor.id)}
      className="inline-flex min-h-6 items-center underline decoration-edge underline-offset-4 hover:decoration-ink"
    >
      {said}
    </AdminLink>
  )
}
