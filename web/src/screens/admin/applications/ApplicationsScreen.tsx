// Every application that signs people in here: searched, narrowed down, sorted, and each leading to its page.
import { adminPaths } from '../../../admin-paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { useChapter } from '../../../words/use-words.ts'
import { AdminList } from '../AdminList.tsx'
import { useLacking } from '../Guarded.tsx'
import { useAdminList } from '../queries.ts'
import { searched, useGo, useView } from '../use-address.ts'
import { FilterChoice } from '../workbench/FilterBar.tsx'
import { ListHead } from '../workbench/ListHead.tsx'
import { useApplicationColumns } from './use-application-columns.tsx'

const kinds = ['web', 'single-page', 'native', 'device', 'machine'] as const
const forms = {
  search: searched,
  enabled: ['yes', 'no'],
  kind: kinds,
  sort: ['name', 'created', 'used'],
  order: ['asc', 'desc'],
} as const

export function ApplicationsScreen() {
  const words = useChapter('adminApplications')
  const lacking = useLacking('applications.change')
  const { view, choose, clear, isNarrow, count, search, open } = useView(forms)
  const applications = useAdminList('listApplications', { query: view })
  const columns = useApplicationColumns()
  const go = useGo()
  const add = (
    <Button look="main" disabledReason={lacking} onClick={() => go(adminPaths.newApplication)}>
      {words.add}
    </Button>
  )
  const isEmpty = !isNarrow && applications.data?.pages[0]?.items.length === 0
  return (
    <div className="grid grid-cols-1 gap-3">
      <ListHead title={words.title} about={words.intro}>
        {!isEmpty && add}
      </ListHead>
      <AdminList
        label={words.list}
        query={applications}
        columns={columns}
        keyOf={({ id }) => id}
        saved={{ list: 'applications', search, onOpen: open }}
        search={{ hint: words.search, value: view.search, onSearch: (text) => choose({ search: text }) }}
        filterCount={count}
        filters={
          <>
            <FilterChoice
              label={words.state}
              value={view.enabled ?? ''}
              options={(['yes', 'no'] as const).map((value) => ({ value, label: words.states[value] }))}
              onChange={(enabled) => choose({ enabled })}
            />
            <FilterChoice
              label={words.kind}
              value={view.kind ?? ''}
              options={kinds.map((value) => ({ value, label: words.kinds[value] }))}
              onChange={(kind) => choose({ kind })}
            />
          </>
        }
        sorting={{
          sort: view.sort ?? 'name',
          order: view.order ?? (view.sort === undefined || view.sort === 'name' ? 'asc' : 'desc'),
          onSort: (sort, order) => choose({ sort: sort as 'name', order }),
        }}
        isNarrow={isNarrow}
        onClear={clear}
        empty={
          <EmptyState title={words.emptyTitle}>
            <p className="mb-4">{words.emptyText}</p>
            {add}
          </EmptyState>
        }
      />
    </div>
  )
}
