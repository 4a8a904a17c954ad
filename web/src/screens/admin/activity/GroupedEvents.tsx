// The activity counted by person, application or network: who or what is in most of the lines that fit. Each row leads to its lines.
import type { ReactNode } from 'react'
import type { AdminAnswer } from '@countersign/api/admin-calls'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { useChapter, useSpeech } from '../../../words/use-words.ts'
import { AdminLink } from '../AdminLink.tsx'
import { AdminList } from '../AdminList.tsx'
import { namePerson } from '../PersonLink.tsx'
import { useAdminList } from '../queries.ts'
import type { Column } from '../Table.tsx'
import { addressOfView } from './activity-view.ts'
import type { ActivityView, GroupedBy } from './activity-view.ts'
import { nameApplication } from './say-event.ts'

type Group = AdminAnswer<'groupEvents'>['items'][number]

interface GroupedEventsProps {
  view: ActivityView
  by: GroupedBy
  isNarrow: boolean
  onClear: () => void
  search: { hint: string; value: string | undefined; onSearch: (text: string) => void }
  filters: ReactNode
}

export function GroupedEvents({ view, by, isNarrow, onClear, search, filters }: GroupedEventsProps) {
  const words = useChapter('adminActivity')
  const { locale } = useSpeech()
  const number = new Intl.NumberFormat(locale)
  const query = useAdminList('groupEvents', { query: { ...view, by } })
  const counted = query.data?.pages[0]
  const columns: Column<Group>[] = [
    {
      id: 'name',
      head: words.by.heads[by],
      isHead: true,
      cell: (group) => {
        const narrowed = viewOf(group)
        return narrowed === null ? (
          <span className="text-soft">{words.by.none}</span>
        ) : (
          <AdminLink
            href={addressOfView({ ...view, ...narrowed })}
            className="inline-flex min-h-6 items-center font-semibold text-ink underline decoration-edge underline-offset-4 [overflow-wrap:anywhere] hover:decoration-ink"
          >
            {nameOf(group)}
          </AdminLink>
        )
      },
    },
    { id: 'count', head: words.by.count, isNumber: true, cell: ({ count }) => number.format(count) },
    { id: 'first', head: words.by.first, cell: ({ firstAt }) => <RelativeTime at={firstAt} /> },
    { id: 'last', head: words.by.last, cell: ({ lastAt }) => <RelativeTime at={lastAt} /> },
  ]
  return (
    <div className="grid grid-cols-1 gap-4">
      <AdminList
        label={words.by.list(words.by[by])}
        query={query}
        columns={columns}
        keyOf={(group) => JSON.stringify(viewOf(group))}
        search={search}
        filters={filters}
        isNarrow={isNarrow}
        onClear={onClear}
        empty={<EmptyState title={words.emptyTitle}>{words.emptyText}</EmptyState>}
      />
      {counted && counted.items.length > 0 && (
        <p className="text-small text-soft">
          {(counted.isWhole ? words.by.whole : words.by.part)(number.format(counted.looked))}
        </p>
      )}
    </div>
  )
}

/** What the list is narrowed down to by a row; null for the lines that name none. */
function viewOf({ person, application, network }: Group): ActivityView | null {
  if (person) return { person: person.id }
  if (application) return { application: application.id }
  return network === null ? null : { network }
}

const nameOf = ({ person, application, network }: Group): string =>
  person ? namePerson(person) : application ? nameApplication(application) : (network ?? '')
