// Every application that signs people in here: searched, narrowed down, sorted, and each leading to its page.
import { adminPaths } from '../../../api/admin-paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { useTranslations } from 'use-intl'
import { AdminList } from '../AdminList.tsx'
import { useLacking } from '../Guarded.tsx'
import { useAdminList } from '../queries.ts'
import { searched, useGo, useView } from '../workbench/use-address.ts'
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
  const t = useTranslations()
  const lacking = useLacking('applications.change')
  const { view, choose, clear, isNarrow, count, search, open } = useView(forms)
  const applications = useAdminList('listApplications', { query: view })
  const columns = useApplicationColumns()
  const go = useGo()
  const add = (
    <Button look="main" disabledReason={lacking} onClick={() => go(adminPaths.newApplication)}>
      {t('adminApplications.add')}
    </Button>
  )
  const isEmpty = !isNarrow && applications.data?.pages[0]?.items.length === 0
  return (
    <div className="grid grid-cols-1 gap-3">
      <ListHead title={t('adminApplications.title')} about={t('adminApplications.intro')}>
        {!isEmpty && add}
      </ListHead>
      <AdminList
        label={t('adminApplications.list')}
        query={applications}
        columns={columns}
        keyOf={({ id }) => id}
        saved={{ list: 'applications', search, onOpen: open }}
        search={{
          hint: t('adminApplications.search'),
          value: view.search,
          onSearch: (text) => choose({ search: text }),
        }}
        filterCount={count}
        filters={
          <>
            <FilterChoice
              label={t('adminApplications.state')}
              value={view.enabled ?? ''}
              options={(['yes', 'no'] as const).map((value) => ({
                value,
                label: t(`adminApplications.states.${value}`),
              }))}
              onChange={(enabled) => choose({ enabled })}
            />
            <FilterChoice
              label={t('adminApplications.kind')}
              value={view.kind ?? ''}
              options={kinds.map((value) => ({ value, label: t(`adminApplications.kinds.${value}`) }))}
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
          <EmptyState title={t('adminApplications.emptyTitle')}>
            <p className="mb-4">{t('adminApplications.emptyText')}</p>
            {add}
          </EmptyState>
        }
      />
    </div>
  )
}
