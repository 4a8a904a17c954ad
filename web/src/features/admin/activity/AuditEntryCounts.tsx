// The activity counted by person, application or network: who or what is in most of the lines that fit. Each row leads to its lines.
import type { AdminEndpointOutput } from '@countersign/api/admin-endpoints'
import { useLanguage } from '../../../i18n/use-language.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { useTranslations } from 'use-intl'
import { AdminLink } from '../master-detail/AdminLink.tsx'
import { SearchableAdminList } from '../SearchableAdminList.tsx'
import { getPersonLabel } from '../master-detail/PersonLink.tsx'
import { useAdminListQuery } from '../admin-queries.ts'
import type { TableColumn } from '../Table.tsx'
import { ListHeader } from '../master-detail/ListHeader.tsx'
import { rowLinkClass } from '../master-detail/row-link-classes.ts'
import { ListPaneContext } from '../master-detail/master-detail-context.ts'
import { AuditLogFilters } from './AuditLogFilters.tsx'
import type { AuditLogListProps } from './audit-log-list-props.ts'
import { buildAuditLogUrl } from './audit-log-view.ts'
import type { AuditLogView, AuditLogGrouping } from './audit-log-view.ts'
import { formatAuditApplicationName } from './format-audit-entry.ts'
import { getNumberFormat } from '../../../ui/intl-formats.ts'

type EntryGroup = AdminEndpointOutput<'aggregateEvents'>['items'][number]

export function AuditEntryCounts({
  view,
  setFilters,
  views,
  by,
  ...list
}: AuditLogListProps & { by: AuditLogGrouping }) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const number = getNumberFormat(locale)
  const query = useAdminListQuery('aggregateEvents', { query: { ...view, by } })
  const counted = query.data?.pages[0]
  const columns: TableColumn<EntryGroup>[] = [
    {
      id: 'name',
      head: t(`adminActivity.by.heads.${by}`),
      isRowHeader: true,
      cell: (group) => {
        const narrowed = getGroupView(group)
        return narrowed === null ? (
          <span className="text-soft">{t('adminActivity.by.none')}</span>
        ) : (
          <AdminLink href={buildAuditLogUrl({ ...view, ...narrowed })} className={rowLinkClass}>
            {getGroupLabel(group)}
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
      <ListHeader title={t('adminActivity.title')} about={t('adminActivity.intro')} />
      {views}
      {/* A row leads to another view of this very list, which is no thing to be put beside it. */}
      <ListPaneContext value={null}>
        <SearchableAdminList
          {...list}
          label={t('adminActivity.by.list', { by: t(`adminActivity.by.${by}`) })}
          query={query}
          columns={columns}
          getKey={(group) => JSON.stringify(getGroupView(group))}
          filters={<AuditLogFilters view={view} setFilters={setFilters} actorName={null} />}
          empty={<EmptyState title={t('adminActivity.emptyTitle')}>{t('adminActivity.emptyText')}</EmptyState>}
        />
      </ListPaneContext>
      {counted && counted.items.length > 0 && (
        <p className="text-small text-soft">
          {t(`adminActivity.by.${counted.isComplete ? 'whole' : 'part'}`, { lines: number.format(counted.scanned) })}
        </p>
      )}
    </>
  )
}

/** What the list is narrowed down to by a row; null for the lines that name none. */
function getGroupView({ person, application, network }: EntryGroup): AuditLogView | null {
  if (person) return { person: person.id }
  if (application) return { application: application.id }
  return network === null ? null : { network }
}

const getGroupLabel = ({ person, application, network }: EntryGroup): string =>
  person ? getPersonLabel(person) : application ? formatAuditApplicationName(application) : (network ?? '')
