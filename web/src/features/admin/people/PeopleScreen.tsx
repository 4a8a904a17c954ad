import { signInMethods } from '@countersign/api/sign-in-methods'
import type { QueryClient } from '@tanstack/react-query'
import { adminPagePaths } from '../../../api/admin-page-paths.ts'
import { prefetchedQueryStaleMs } from '../../../api/query-client.ts'
import { EmptyListPanel } from '../../../ui/EmptyListPanel.tsx'
import { useTranslations } from 'use-intl'
import { AdminPageLink } from '../master-detail/AdminPageLink.tsx'
import { SearchableAdminTable } from '../SearchableAdminTable.tsx'
import { LazyPeopleBulkActionBar } from '../bulk/LazyPeopleBulkActionBar.tsx'
import { getPersonLabel } from '../master-detail/PersonLink.tsx'
import { createAdminListQueryOptions, useAdminListQuery, useAdminQuery } from '../admin-query-hooks.ts'
import {
  parseAdminUrlQueryParameters,
  adminSearchTextPattern,
  useAdminUrlQueryParameters,
} from '../master-detail/admin-url-state.ts'
import { ListScreenHeader } from '../master-detail/ListScreenHeader.tsx'
import { useRowSelection } from '../master-detail/use-row-selection.ts'
import { usePeopleColumns } from './use-people-columns.tsx'
import type { SignInMethod } from '@countersign/api/sign-in-methods'
import { adminRoles } from '@countersign/api/admin-role-permissions'
import type { AdminRole } from '@countersign/api/admin-role-permissions'
import { FilterDropdown, FilterEntityDropdown } from '../master-detail/FilterBar.tsx'

const statuses = ['active', 'suspended', 'merged'] as const

interface PeopleView {
  status?: (typeof statuses)[number]
  role?: AdminRole
  signInMethod?: SignInMethod
  group?: string
  application?: string
}

interface PeopleFiltersProps {
  view: PeopleView
  choose: (changes: { [Name in keyof PeopleView]?: PeopleView[Name] | '' }) => void
}

function PeopleFilters({ view, choose }: PeopleFiltersProps) {
  const t = useTranslations()
  const groups = useAdminQuery('listGroups', { query: {} })
  const applications = useAdminQuery('listApplications', { query: {} })
  return (
    <>
      <FilterDropdown
        label={t('adminPeople.status')}
        value={view.status ?? ''}
        options={statuses.map((value) => ({ value, label: t(`adminPeople.statuses.${value}`) }))}
        onChange={(status) => choose({ status })}
      />
      <FilterDropdown
        label={t('adminPeople.role')}
        value={view.role ?? ''}
        options={adminRoles.map((value) => ({ value, label: t(`admin.roles.${value}`) }))}
        onChange={(role) => choose({ role })}
      />
      <FilterDropdown
        label={t('adminPeople.way')}
        value={view.signInMethod ?? ''}
        options={signInMethods.map((value) => ({ value, label: t(`adminPeople.ways.${value}`) }))}
        onChange={(signInMethod) => choose({ signInMethod })}
      />
      <FilterEntityDropdown
        label={t('adminPeople.group')}
        value={view.group}
        items={groups.data?.items}
        onChange={(group) => choose({ group })}
      />
      <FilterEntityDropdown
        label={t('adminPeople.application')}
        value={view.application}
        items={applications.data?.items}
        onChange={(application) => choose({ application })}
      />
    </>
  )
}

const urlPatterns = {
  search: adminSearchTextPattern,
  status: ['active', 'suspended', 'merged'],
  role: ['auditor', 'administrator', 'owner'],
  signInMethod: signInMethods,
  group: adminSearchTextPattern,
  application: adminSearchTextPattern,
  sort: ['seen', 'created', 'name'],
  order: ['asc', 'desc'],
} as const

export function PeopleScreen() {
  const t = useTranslations()
  const { view, setFilters, clear, isFiltered, filterCount, search, openSearch } =
    useAdminUrlQueryParameters(urlPatterns)
  const people = useAdminListQuery('listPeople', { query: view }, { staleMs: prefetchedQueryStaleMs })
  const columns = usePeopleColumns(people.data?.pages.flatMap(({ items }) => items) ?? [], view.sort)
  const selection = useRowSelection(people.data?.pages[0]?.total ?? null)
  const { sort, order, ...filter } = view
  return (
    <div className="grid grid-cols-1 gap-3">
      <ListScreenHeader title={t('adminPeople.title')} about={t('adminPeople.intro')}>
        <AdminPageLink href={adminPagePaths.sessions()}>{t('adminPeople.live.title')}</AdminPageLink>
      </ListScreenHeader>
      <SearchableAdminTable
        label={t('adminPeople.list')}
        query={people}
        columns={columns}
        getKey={({ id }) => id}
        savedViews={{ list: 'people', search, onOpen: openSearch }}
        search={{ hint: t('adminPeople.search'), value: view.search, onSearch: (text) => setFilters({ search: text }) }}
        filterCount={filterCount}
        filters={<PeopleFilters view={view} choose={setFilters} />}
        sorting={{
          sort: sort ?? 'seen',
          order: order ?? 'desc',
          onSort: (by, next) => setFilters({ sort: by as 'seen', order: next }),
        }}
        isFiltered={isFiltered}
        onClear={clear}
        empty={
          <EmptyListPanel title={t('adminPeople.emptyTitle')}>
            <p>{t('adminPeople.emptyText')}</p>
            <AdminPageLink href={adminPagePaths.newApplication}>{t('adminPeople.connect')}</AdminPageLink>
          </EmptyListPanel>
        }
        selection={{ ...selection, nameOf: getPersonLabel }}
        wrapsCards
      >
        <LazyPeopleBulkActionBar selection={selection} filter={filter} />
      </SearchableAdminTable>
    </div>
  )
}

PeopleScreen.prefetchQueries = (answers: QueryClient) =>
  void answers.prefetchInfiniteQuery(
    createAdminListQueryOptions('listPeople', {
      query: parseAdminUrlQueryParameters(window.location.search, urlPatterns),
    }),
  )
