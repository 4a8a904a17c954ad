// The activity counted by person, application or network: who or what is in most of the lines that fit. Each row leads to its lines.
import type { AdminAnswer } from '@countersign/api/admin-calls'
import { useLanguage } from '../../../i18n/use-language.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { useTranslations } from 'use-intl'
import { AdminLink } from '../workbench/AdminLink.tsx'
import { AdminList } from '../AdminList.tsx'
import { namePerson } from '../workbench/PersonLink.tsx'
import { useAdminList } from '../queries.ts'
import type { Column } from '../Table.tsx'
import { ListHead } from '../workbench/ListHead.tsx'
import { rowLink } from '../workbench/row-link.ts'
import { ListSideContext } from '../workbench/workbench-context.ts'
import { ActivityFilters } from './ActivityFilters.tsx'
import type { ActivityListProps } from './activity-list-props.ts'
import { addressOfView } from './activity-view.ts'
import type { ActivityView, GroupedBy } from './activity-view.ts'
import { nameApplication } from './say-event.ts'
import { numberFormat } from '../../../ui/formats.ts'

type Group = AdminAnswer<'groupEvents'>['items'][number]

export function GroupedEvents({ view, choose, views, by, ...list }: ActivityListProps & { by: GroupedBy }) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const number = numberFormat(locale)
  const query = useAdminList('groupEvents', { query: { ...view, by } })
  const counted = query.data?.pages[0]
  const columns: Column<Group>[] = [
    {
      id: 'name',
      head: t(`adminActivity.by.heads.${by}`),
      isHead: true,
      cell: (group) => {
        const narrowed = viewOf(group)
        return narrowed === null ? (
          <span className="text-soft">{t('adminActivity.by.none')}</span>
        ) : (
          <AdminLink href={addressOfView({ ...view, ...narrowed })} className={rowLink}>
            {nameOf(group)}
          </AdminLink>
        )
      },
    },
    { id: 'count', head: t('adminActivity.by.count'), isNumber: true, cell: ({ count }) => number.format(count) },
    {
      id: 'first',
      isTime: true,
      head: t('adminActivity.by.first'),
      cell: ({ firstAt }) => <RelativeTime at={firstAt} />,
    },
    { id: 'last', isTime: true, head: t('adminActivity.by.last'), cell: ({ lastAt }) => <RelativeTime at={lastAt} /> },
  ]
  return (
    <>
      <ListHead title={t('adminActivity.title')} about={t('adminActivity.intro')} />
      {views}
      {/* A row leads to another view of this very list, which is no thing to be put beside it. */}
      <ListSideContext value={null}>
        <AdminList
          {...list}
          label={t('adminActivity.by.list', { by: t(`adminActivity.by.${by}`) })}
          query={query}
          columns={columns}
          keyOf={(group) => JSON.stringify(viewOf(group))}
          filters={<ActivityFilters view={view} choose={choose} actorName={null} />}
          empty={<EmptyState title={t('adminActivity.emptyTitle')}>{t('adminActivity.emptyText')}</EmptyState>}
        />
      </ListSideContext>
      {counted && counted.items.length > 0 && (
        <p className="text-small text-soft">
          {t(`adminActivity.by.${counted.isWhole ? 'whole' : 'part'}`, { lines: number.format(counted.looked) })}
        </p>
      )}
    </>
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
