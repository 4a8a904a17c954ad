// The newest lines about one thing, on its page.
import type { ReactNode } from 'react'
import { adminPaths } from '../../../api/admin-paths.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { List, ListRow } from '../../../ui/List.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { Section } from '../../../ui/Section.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { useTranslations } from 'use-intl'
import { AdminLink } from '../workbench/AdminLink.tsx'
import { PersonLink } from '../workbench/PersonLink.tsx'
import { useAdminQuery } from '../queries.ts'
import type { EventQuery } from './activity-view.ts'
import { sayParticulars, sayType } from './say-event.ts'

const shown = 8

interface NewestLinesProps {
  title: string
  /** What is said where there is none. */
  none: string
  query: EventQuery
  /** Whether each says whom it is about: they are not about one person alone. */
  areOfMany?: boolean
  /** The ways to all of them. */
  children: ReactNode
}

export function NewestLines({ title, none, query, areOfMany = false, children }: NewestLinesProps) {
  const t = useTranslations()
  const events = useAdminQuery('listEvents', { query })
  const lines = events.data?.items.slice(0, shown)
  return (
    <Section title={title}>
      {events.error && <ErrorState problem={events.error.problem} onRetry={() => void events.refetch()} />}
      {!lines && !events.error && <SkeletonRows />}
      {lines?.length === 0 && <p className="text-soft">{none}</p>}
      {lines && lines.length > 0 && (
        <List label={title}>
          {lines.map((event) => (
            <ListRow
              key={event.sequence}
              head={<AdminLink href={adminPaths.event(event.sequence)}>{sayType(t, event.type)}</AdminLink>}
              action={<RelativeTime at={event.at} />}
            >
              {areOfMany && event.person && <PersonLink person={event.person} size={22} />}
              {sayParticulars(t, event) !== '' && (
                <p className="text-small text-soft [overflow-wrap:anywhere]">{sayParticulars(t, event)}</p>
              )}
            </ListRow>
          ))}
        </List>
      )}
      <p className="flex flex-wrap gap-x-6 gap-y-2">{children}</p>
    </Section>
  )
}
