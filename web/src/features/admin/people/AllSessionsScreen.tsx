import { useMemo, useState } from 'react'
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { sessionAgeFilterDays, sessionOperatingSystems } from '@countersign/api/live-session-filters'
import { signInMethods } from '@countersign/api/sign-in-methods'
import { adminPagePaths } from '../../../api/admin-page-paths.ts'
import { describeUserAgent } from '../../../ui/describe-user-agent.ts'
import { EmptyListPanel } from '../../../ui/EmptyListPanel.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'
import { useRowTabIndex } from '../../../ui/table-cell-kind-context.ts'
import { useTranslations } from 'use-intl'
import { auditLogFilterPatterns, parseAuditLogSearchFieldText } from '../activity/audit-log-url-filter.ts'
import { LazySessionsBulkActionBar } from '../bulk/LazySessionsBulkActionBar.tsx'
import { AdminPageLink } from '../master-detail/AdminPageLink.tsx'
import { FilterDropdown, FilterEntityDropdown } from '../master-detail/FilterBar.tsx'
import { SearchableAdminTable } from '../SearchableAdminTable.tsx'
import { getPersonLabel, PersonLink } from '../master-detail/PersonLink.tsx'
import { useAdminListQuery, useAdminQuery } from '../admin-query-hooks.ts'
import type { TableColumn } from '../Table.tsx'
import { adminSearchTextPattern, useAdminUrlQueryParameters } from '../master-detail/admin-url-state.ts'
import type { AdminUrlQueryParameters, AdminUrlQueryParametersState } from '../master-detail/admin-url-state.ts'
import { ListScreenHeader } from '../master-detail/ListScreenHeader.tsx'
import { useRowSelection } from '../master-detail/use-row-selection.ts'
import { useMissingPermissionReason } from '../use-missing-permission-reason.ts'
import { NewBrowserBadge, useSessionColumns } from './use-session-columns.tsx'
import type { PersonSession } from './use-session-columns.tsx'

export type LiveSession = AdminApiEndpointOutput<'listLiveSessions'>['items'][number]

const urlPatterns = {
  search: adminSearchTextPattern,
  application: adminSearchTextPattern,
  signInMethod: signInMethods,
  system: sessionOperatingSystems,
  network: auditLogFilterPatterns.network,
  newBrowser: ['true'],
  olderThanDays: sessionAgeFilterDays,
  order: ['asc', 'desc'],
} as const

type SessionsView = AdminUrlQueryParameters<typeof urlPatterns>

function SessionFilters({ view, setFilters }: Pick<AdminUrlQueryParametersState<SessionsView>, 'view' | 'setFilters'>) {
  const t = useTranslations()
  const applications = useAdminQuery('listApplications', { query: {} })
  return (
    <>
      <FilterEntityDropdown
        label={t('adminPeople.application')}
        value={view.application}
        items={applications.data?.items}
        onChange={(application) => setFilters({ application })}
      />
      <FilterDropdown
        label={t('adminPeople.sessions.columns.way')}
        value={view.signInMethod ?? ''}
        options={signInMethods.map((value) => ({ value, label: t(`adminPeople.ways.${value}`) }))}
        onChange={(signInMethod) => setFilters({ signInMethod })}
      />
      <FilterDropdown
        label={t('adminPeople.sessions.columns.device')}
        value={view.system ?? ''}
        options={sessionOperatingSystems.map((value) => ({ value, label: t(`adminPeople.live.systems.${value}`) }))}
        onChange={(system) => setFilters({ system })}
      />
      <FilterDropdown
        label={t('adminPeople.live.browser')}
        value={view.newBrowser ?? ''}
        options={[{ value: 'true', label: t('adminPeople.sessions.newBrowser') }]}
        onChange={(newBrowser) => setFilters({ newBrowser })}
      />
      <FilterDropdown
        label={t('adminPeople.live.age')}
        value={view.olderThanDays ?? ''}
        options={sessionAgeFilterDays.map((value) => ({
          value,
          label: t('adminPeople.live.olderThan', { days: Number(value) }),
        }))}
        onChange={(olderThanDays) => setFilters({ olderThanDays })}
      />
    </>
  )
}

export function AllSessionsScreen() {
  const t = useTranslations()
  const { view, setFilters, clear, search, openSearch, isFiltered, filterCount } =
    useAdminUrlQueryParameters(urlPatterns)
  const sessions = useAdminListQuery('listLiveSessions', { query: view })
  const selection = useRowSelection(null)
  const [ending, setEnding] = useState<LiveSession | null>(null)
  const loaded = useMemo(() => sessions.data?.pages.flatMap(({ items }) => items) ?? [], [sessions.data])
  const sessionColumns = useLiveSessionColumns()
  const columns: TableColumn<LiveSession>[] = [
    {
      id: 'person',
      head: t('adminPeople.live.columns.person'),
      isRowHeader: true,
      weight: 4.4,
      cell: ({ person, newBrowser }) => (
        <span className="flex min-w-0 items-center gap-x-3">
          <PersonLink person={person} size={22} />
          {/* In a card, the line of the device has no room for it. */}
          {newBrowser && (
            <span className="shrink-0 @[31rem]:hidden">
              <NewBrowserBadge />
            </span>
          )}
        </span>
      ),
    },
    ...sessionColumns,
    {
      id: 'since',
      isTime: true,
      head: t('adminPeople.live.columns.since'),
      sort: 'since',
      isSecondary: true,
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
    {
      id: 'end',
      head: t('adminPeople.sessions.columns.end'),
      hasSelfExplanatoryCells: true,
      cell: (session) => (
        <span className="flex justify-end">
          <EndSessionButton session={session} onEnd={() => setEnding(session)} />
        </span>
      ),
    },
  ]
  const { order, ...filter } = view
  return (
    <div data-workbench="" className="grid grid-cols-1 gap-3">
      <div className="grid justify-items-start gap-2">
        <AdminPageLink href={adminPagePaths.people()}>{t('adminPeople.back')}</AdminPageLink>
        <ListScreenHeader title={t('adminPeople.live.title')} about={t('adminPeople.live.intro')} />
      </div>
      <SearchableAdminTable
        label={t('adminPeople.live.title')}
        query={sessions}
        columns={columns}
        getKey={({ id }) => id}
        savedViews={{ list: 'sessions', search, onOpen: openSearch }}
        search={{
          hint: t('adminPeople.live.search'),
          value: view.search ?? view.network,
          onSearch: (text) => {
            const { network } = parseAuditLogSearchFieldText(text)
            setFilters({ network, search: network === '' ? text : '' })
          },
        }}
        filterCount={filterCount - (view.network === undefined ? 0 : 1)}
        filters={<SessionFilters view={view} setFilters={setFilters} />}
        sorting={{ sort: order && 'since', order, onSort: (_, next) => setFilters({ order: next }) }}
        isFiltered={isFiltered}
        onClear={clear}
        wrapsCards
        empty={<EmptyListPanel title={t('adminPeople.live.none')}>{t('adminPeople.live.noneText')}</EmptyListPanel>}
        selection={{
          ...selection,
          nameOf: ({ person, userAgent }) => `${getPersonLabel(person)}, ${describeUserAgent(t, userAgent)}`,
        }}
      >
        <LazySessionsBulkActionBar
          selection={selection}
          loaded={loaded}
          filter={filter}
          ending={ending}
          onCloseEnding={() => setEnding(null)}
        />
      </SearchableAdminTable>
    </div>
  )
}

/** Without the sign-in method, whose name is usually the person's. A narrow list has the network next to the device. */
function useLiveSessionColumns(): TableColumn<PersonSession>[] {
  return useSessionColumns('hidden @[31rem]:inline')
    .filter(({ id }) => id !== 'way')
    .map((column) =>
      column.id === 'network'
        ? { ...column, isSecondary: true }
        : column.id === 'device'
          ? {
              ...column,
              cell: (session) => (
                // Aligned with the name, as the groups of a person are.
                <span className="flex min-w-0 flex-wrap items-center gap-x-3 pl-15 @[31rem]:pl-0 pointer-coarse:pl-16 @[31rem]:pointer-coarse:pl-0 @[45rem]:contents">
                  {column.cell(session)}
                  <code className="font-mono text-caption @[45rem]:hidden">
                    {sanitizeDisplayText(session.networkPrefix, 60)}
                  </code>
                </span>
              ),
            }
          : column,
    )
}

/** Tab skips it, as it skips the links of a row; arrow keys reach it. */
function EndSessionButton({ session, onEnd }: { session: LiveSession; onEnd: () => void }) {
  const t = useTranslations()
  const lacking = useMissingPermissionReason('people.change')
  const tabIndex = useRowTabIndex()
  if (lacking !== undefined) return <span title={lacking}>–</span>
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      aria-label={t('adminPeople.live.endNamed', {
        who: getPersonLabel(session.person),
        device: describeUserAgent(t, session.userAgent),
      })}
      onClick={onEnd}
      className="min-h-6 rounded-control pl-2 text-small @[31rem]:pr-1 underline decoration-edge underline-offset-4 hover:decoration-ink pointer-coarse:min-h-11"
    >
      {t('adminPeople.sessions.end')}
    </button>
  )
}
