// Everybody who has signed in here: searched by name, address, ENS name or id, narrowed down, sorted, and each leading to their page.
import { ways } from '@countersign/api/ways'
import type { QueryClient } from '@tanstack/react-query'
import { adminPaths } from '../../../api/admin-paths.ts'
import { begunMs } from '../../../api/answers.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { useTranslations } from 'use-intl'
import { AdminLink } from '../workbench/AdminLink.tsx'
import { AdminList } from '../AdminList.tsx'
import { PeopleBulk } from '../bulk/PeopleBulk.tsx'
import { namePerson } from '../workbench/PersonLink.tsx'
import { adminListQuestion, useAdminList, useAdminQuery } from '../queries.ts'
import { readView, searched, useView } from '../workbench/use-address.ts'
import { ListHead } from '../workbench/ListHead.tsx'
import { useSelection } from '../workbench/use-selection.ts'
import { usePeopleColumns } from './use-people-columns.tsx'
import type { Way } from '@countersign/api/ways'
import { roles } from '@countersign/api/permissions'
import type { Role } from '@countersign/api/permissions'
import { FilterChoice, FilterNamed } from '../workbench/FilterBar.tsx'

const statuses = ['active', 'suspended', 'merged'] as const

interface PeopleView {
  status?: (typeof statuses)[number]
  role?: Role
  way?: Way
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
      <FilterChoice
        label={t('adminPeople.status')}
        value={view.status ?? ''}
        options={statuses.map((value) => ({ value, label: t(`adminPeople.statuses.${value}`) }))}
        onChange={(status) => choose({ status })}
      />
      <FilterChoice
        label={t('adminPeople.role')}
        value={view.role ?? ''}
        options={roles.map((value) => ({ value, label: t(`admin.roles.${value}`) }))}
        onChange={(role) => choose({ role })}
      />
      <FilterChoice
        label={t('adminPeople.way')}
        value={view.way ?? ''}
        options={ways.map((value) => ({ value, label: t(`adminPeople.ways.${value}`) }))}
        onChange={(way) => choose({ way })}
      />
      <FilterNamed
        label={t('adminPeople.group')}
        value={view.group}
        items={groups.data?.items}
        onChange={(group) => choose({ group })}
      />
      <FilterNamed
        label={t('adminPeople.application')}
        value={view.application}
        items={applications.data?.items}
        onChange={(application) => choose({ application })}
      />
    </>
  )
}

const forms = {
  search: searched,
  status: ['active', 'suspended', 'merged'],
  role: ['auditor', 'administrator', 'owner'],
  way: ways,
  group: searched,
  application: searched,
  sort: ['seen', 'created', 'name'],
  order: ['asc', 'desc'],
} as const

export function PeopleScreen() {
  const t = useTranslations()
  const { view, choose, clear, isNarrow, count, search, open } = useView(forms)
  const people = useAdminList('listPeople', { query: view }, { staleMs: begunMs })
  const columns = usePeopleColumns()
  const selection = useSelection(people.data?.pages[0]?.total ?? null)
  const { sort, order, ...filter } = view
  return (
    <div className="grid grid-cols-1 gap-3">
      <ListHead title={t('adminPeople.title')} about={t('adminPeople.intro')} />
      <AdminList
        label={t('adminPeople.list')}
        query={people}
        columns={columns}
        keyOf={({ id }) => id}
        saved={{ list: 'people', search, onOpen: open }}
        search={{ hint: t('adminPeople.search'), value: view.search, onSearch: (text) => choose({ search: text }) }}
        filterCount={count}
        filters={<PeopleFilters view={view} choose={choose} />}
        sorting={{
          sort: sort ?? 'seen',
          order: order ?? 'desc',
          onSort: (by, next) => choose({ sort: by as 'seen', order: next }),
        }}
        isNarrow={isNarrow}
        onClear={clear}
        empty={
          <EmptyState title={t('adminPeople.emptyTitle')}>
            <p>{t('adminPeople.emptyText')}</p>
            <AdminLink href={adminPaths.newApplication}>{t('adminPeople.connect')}</AdminLink>
          </EmptyState>
        }
        selection={{ ...selection, nameOf: namePerson }}
      >
        <PeopleBulk selection={selection} filter={filter} />
      </AdminList>
    </div>
  )
}

/** The first rows are on their way while the frame around them is drawn. */
PeopleScreen.askEarly = (answers: QueryClient) =>
  void answers.prefetchInfiniteQuery(
    adminListQuestion('listPeople', { query: readView(window.location.search, forms) }),
  )
