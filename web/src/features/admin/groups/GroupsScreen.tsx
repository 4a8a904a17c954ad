import { adminPagePaths } from '../../../api/admin-page-paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { sumNumbers } from '../../../ui/charts/bar-chart-types-and-colors.ts'
import { Sparkline } from '../../../ui/charts/Sparkline.tsx'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'
import { EmptyListPanel } from '../../../ui/EmptyListPanel.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { usePageLanguage } from '../../../i18n/page-language-context.ts'
import { useTranslations } from 'use-intl'
import { AdminPageLink } from '../master-detail/AdminPageLink.tsx'
import { SearchableAdminTable } from '../SearchableAdminTable.tsx'
import { useMissingPermissionReason } from '../use-missing-permission-reason.ts'
import { useAdminListQuery } from '../admin-query-hooks.ts'
import {
  adminSearchTextPattern,
  useAdminNavigate,
  useAdminUrlQueryParameters,
} from '../master-detail/admin-url-state.ts'
import { ListScreenHeader } from '../master-detail/ListScreenHeader.tsx'
import { listRowLinkClass } from '../master-detail/list-row-css-classes.ts'
import { getNumberFormat } from '../../../ui/memoized-intl-formats.ts'

const urlPatterns = {
  search: adminSearchTextPattern,
  sort: ['name', 'created', 'members'],
  order: ['asc', 'desc'],
} as const

export function GroupsScreen() {
  const t = useTranslations()
  const { locale } = usePageLanguage()
  const { view, setFilters, clear, isFiltered, search, openSearch } = useAdminUrlQueryParameters(urlPatterns)
  const groups = useAdminListQuery('listGroups', { query: view })
  const disabledReason = useMissingPermissionReason('groups.change')
  const go = useAdminNavigate()
  const count = getNumberFormat(locale)
  return (
    <div className="grid grid-cols-1 gap-3">
      <ListScreenHeader title={t('adminGroups.title')} about={t('adminGroups.intro')}>
        <Button look="main" disabledReason={disabledReason} onClick={() => go(adminPagePaths.newGroup)}>
          {t('adminGroups.make')}
        </Button>
      </ListScreenHeader>
      <SearchableAdminTable
        label={t('adminGroups.list')}
        query={groups}
        getKey={({ id }) => id}
        savedViews={{ list: 'groups', search, onOpen: openSearch }}
        search={{ hint: t('adminGroups.search'), value: view.search, onSearch: (text) => setFilters({ search: text }) }}
        sorting={{
          sort: view.sort ?? 'name',
          order: view.order ?? 'asc',
          onSort: (sort, order) => setFilters({ sort: sort as 'name', order }),
        }}
        isFiltered={isFiltered}
        onClear={clear}
        empty={<EmptyListPanel title={t('adminGroups.emptyTitle')}>{t('adminGroups.emptyText')}</EmptyListPanel>}
        columns={[
          {
            id: 'name',
            head: t('adminGroups.columns.name'),
            isRowHeader: true,
            sort: 'name',
            cell: ({ id, name }) => (
              <span className="flex min-w-0 items-baseline gap-3">
                <AdminPageLink href={adminPagePaths.group(id)} className={listRowLinkClass}>
                  {sanitizeDisplayText(name, 80) || id}
                </AdminPageLink>
                <span className="min-w-0 truncate font-mono text-caption text-soft">{id}</span>
              </span>
            ),
          },
          {
            id: 'description',
            head: t('adminGroups.description'),
            isWide: true,
            isSecondary: true,
            cell: ({ description }) => description !== null && sanitizeDisplayText(description, 200),
          },
          {
            id: 'members',
            head: t('adminGroups.columns.members'),
            isNumber: true,
            sort: 'members',
            cell: ({ members, membersCheckedRecently }) => (
              <>
                {count.format(members)}
                {membersCheckedRecently < members && (
                  <span className="block text-caption text-soft">
                    {t('adminGroups.checkedRecently', { count: membersCheckedRecently })}
                  </span>
                )}
              </>
            ),
          },
          {
            id: 'changes',
            isWide: true,
            head: t('adminGroups.columns.changes'),
            isSecondary: true,
            cell: ({ joinedByDay, leftByDay }) => (
              <span className="flex items-center gap-2.5">
                <Sparkline values={joinedByDay} below={leftByDay} className="h-5 w-[90px] shrink-0" />
                <span className="tabular-nums">
                  {t('adminGroups.changes', { came: sumNumbers(joinedByDay), left: sumNumbers(leftByDay) })}
                </span>
              </span>
            ),
          },
          {
            id: 'read',
            isTime: true,
            head: t('adminGroups.columns.read'),
            cell: ({ readAt }) => (readAt === null ? t('adminGroups.never') : <RelativeTime at={readAt} />),
          },
          {
            id: 'created',
            isTime: true,
            head: t('adminGroups.columns.created'),
            sort: 'created',
            isSecondary: true,
            cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
          },
        ]}
      />
    </div>
  )
}
