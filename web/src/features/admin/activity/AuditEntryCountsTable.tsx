import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { usePageLanguage } from '../../../i18n/page-language-context.ts'
import { EmptyListPanel } from '../../../ui/EmptyListPanel.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { useTranslations } from 'use-intl'
import { AdminPageLink } from '../master-detail/AdminPageLink.tsx'
import { SearchableAdminTable } from '../SearchableAdminTable.tsx'
import { getPersonLabel } from '../master-detail/PersonLink.tsx'
import { useAdminListQuery } from '../admin-query-hooks.ts'
import type { TableColumn } from '../Table.tsx'
import { ListScreenHeader } from '../master-detail/ListScreenHeader.tsx'
import { listRowLinkClass } from '../master-detail/list-row-css-classes.ts'
import { MasterDetailListPaneContext } from '../master-detail/master-detail-react-contexts.ts'
import { AuditLogExportSection } from './AuditLogExportSection.tsx'
import { AuditLogFilters } from './AuditLogFilters.tsx'
import type { AuditLogScreenContentProps } from './audit-log-screen-content-props.ts'
import { buildAuditLogUrl } from './audit-log-url-filter.ts'
import type { AuditLogUrlFilter, AuditEntryCountDimension } from './audit-log-url-filter.ts'
import { formatAuditApplicationName } from './format-audit-entry.ts'
import { getNumberFormat } from '../../../ui/memoized-intl-formats.ts'

type EntryGroup = AdminApiEndpointOutput<'aggregateEvents'>['items'][number]

export function AuditEntryCountsTable({
  view,
  setFilters,
  views,
  by,
  ...list
}: AuditLogScreenContentProps & { by: AuditEntryCountDimension }) {
  const t = useTranslations()
  const { locale } = usePageLanguage()
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
          <AdminPageLink href={buildAuditLogUrl({ ...view, ...narrowed })} className={listRowLinkClass}>
            {getGroupLabel(group)}
          </AdminPageLink>
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
      <ListScreenHeader title={t('adminActivity.title')} about={t('adminActivity.intro')} />
      {views}
      {/* A row links to another view of this list, which must not open as a detail pane. */}
      <MasterDetailListPaneContext value={null}>
        <SearchableAdminTable
          {...list}
          label={t('adminActivity.by.list', { by: t(`adminActivity.by.${by}`) })}
          query={query}
          columns={columns}
          getKey={(group) => JSON.stringify(getGroupView(group))}
          filters={<AuditLogFilters view={view} setFilters={setFilters} actorName={null} />}
          empty={<EmptyListPanel title={t('adminActivity.emptyTitle')}>{t('adminActivity.emptyText')}</EmptyListPanel>}
        />
      </MasterDetailListPaneContext>
      {counted && counted.items.length > 0 && (
        <p className="text-small text-soft">
          {t(`adminActivity.by.${counted.isComplete ? 'whole' : 'part'}`, { lines: number.format(counted.scanned) })}
        </p>
      )}
      {counted?.items.length !== 0 && <AuditLogExportSection view={view} />}
    </>
  )
}

/** Filter for the entries of a row; null if the row counts entries without a value. */
function getGroupView({ person, application, network }: EntryGroup): AuditLogUrlFilter | null {
  if (person) return { person: person.id }
  if (application) return { application: application.id }
  return network === null ? null : { network }
}

const getGroupLabel = ({ person, application, network }: EntryGroup): string =>
  person ? getPersonLabel(person) : application ? formatAuditApplicationName(application) : (network ?? '')
