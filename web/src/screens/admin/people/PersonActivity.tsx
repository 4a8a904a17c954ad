// The newest of what happened to a person, and the way to all of it, and to what they did to others.
import { adminPaths } from '../../../admin-paths.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { List, ListRow } from '../../../ui/List.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { Section } from '../../../ui/Section.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { useChapter } from '../../../words/use-words.ts'
import { sayParticulars, sayType } from '../activity/say-event.ts'
import { useParticularWords } from '../activity/use-particular-words.ts'
import { AdminLink } from '../AdminLink.tsx'
import { useAdminQuery } from '../queries.ts'
import type { PersonInFull } from './person-in-full.ts'

const shown = 8

export function PersonActivity({ person }: { person: PersonInFull }) {
  const words = useChapter('adminPeople').activity
  const activity = useChapter('adminActivity')
  const particular = useParticularWords()
  const events = useAdminQuery('listEvents', { query: { person: person.id } })
  const lines = events.data?.items.slice(0, shown)
  return (
    <Section title={words.title}>
      {events.error && <ErrorState problem={events.error.problem} onRetry={() => void events.refetch()} />}
      {!lines && !events.error && <SkeletonRows />}
      {lines?.length === 0 && <p className="text-soft">{words.none}</p>}
      {lines && lines.length > 0 && (
        <List label={words.title}>
          {lines.map((event) => (
            <ListRow
              key={event.sequence}
              head={<AdminLink href={adminPaths.event(event.sequence)}>{sayType(activity, event.type)}</AdminLink>}
              action={<RelativeTime at={event.at} />}
            >
              {sayParticulars(particular, event) !== '' && (
                <p className="text-small text-soft [overflow-wrap:anywhere]">{sayParticulars(particular, event)}</p>
              )}
            </ListRow>
          ))}
        </List>
      )}
      <p className="flex flex-wrap gap-x-6 gap-y-2">
        <AdminLink href={adminPaths.activity({ person: person.id })}>{words.see}</AdminLink>
        <AdminLink href={adminPaths.activity({ actor: person.id })}>{words.did}</AdminLink>
      </p>
    </Section>
  )
}
