// The groups: who belongs to each follows from its rule.
import { adminPaths } from '../../../api/admin-paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { sumOf } from '../../../ui/charts/bars.ts'
import { Sparkline } from '../../../ui/charts/Sparkline.tsx'
import { cleanText } from '../../../ui/clean-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { useLanguage } from '../../../i18n/use-language.ts'
import { useTranslations } from 'use-intl'
import { AdminLink } from '../workbench/AdminLink.tsx'
import { AdminList } from '../AdminList.tsx'
import { useLacking } from '../Guarded.tsx'
import { useAdminList } from '../queries.ts'
import { searched, useGo, useView } from '../workbench/use-address.ts'
import { ListHead } from '../workbench/ListHead.tsx'
import { rowLink } from '../workbench/row-link.ts'
import { numberFormat } from '../../../ui/formats.ts'

const forms = { search: searched, sort: ['name', 'created', 'members'], order: ['asc', 'desc'] } as const

export function GroupsScreen() {
  const t = useTranslations()
  const { locale } = useLanguage()
  const { view, choose, clear, isNarrow, search, open } = useView(forms)
  const groups = useAdminList('listGroups', { query: view })
  const lacking = useLacking('groups.change')
  const go = useGo()
  const count = numberFormat(locale)
  return (
    <div className="grid grid-cols-1 gap-3">
      <ListHead title={t('adminGroups.title')} about={t('adminGroups.intro')}>
        <Button look="main" disabledReason={lacking} onClick={() => go(adminPaths.newGroup)}>
          {t('adminGroups.make')}
        </Button>
      </ListHead>
      <AdminList
        label={t('adminGroups.list')}
        query={groups}
        keyOf={({ id }) => id}
        saved={{ list: 'groups', search, onOpen: open }}
        search={{ hint: t('adminGroups.search'), value: view.search, onSearch: (text) => choose({ search: text }) }}
        sorting={{
          sort: view.sort ?? 'name',
          order: view.order ?? 'asc',
          onSort: (sort, order) => choose({ sort: sort as 'name', order }),
        }}
        isNarrow={isNarrow}
        onClear={clear}
        empty={<EmptyState title={t('adminGroups.emptyTitle')}>{t('adminGroups.emptyText')}</EmptyState>}
        columns={[
          {
            id: 'name',
            head: t('adminGroups.columns.name'),
            isHead: true,
            sort: 'name',
            cell: ({ id, name }) => (
              <span className="flex min-w-0 items-baseline gap-3">
                <AdminLink href={adminPaths.group(id)} className={rowLink}>
                  {cleanText(name, 80) || id}
                </AdminLink>
                <span className="min-w-0 truncate font-mono text-caption text-soft">{id}</span>
              </span>
            ),
          },
          {
            id: 'description',
            head: t('adminGroups.description'),
            isWide: true,
            isMinor: true,
            cell: ({ description }) => description !== null && cleanText(description, 200),
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
            isMinor: true,
            cell: ({ joinedByDay, leftByDay }) => (
              <span className="flex items-center gap-2.5">
                <Sparkline values={joinedByDay} below={leftByDay} className="h-5 w-[90px] shrink-0" />
                <span className="tabular-nums">
                  {t('adminGroups.changes', { came: sumOf(joinedByDay), left: sumOf(leftByDay) })}
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
            isMinor: true,
            cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
          },
        ]}
      />
    </div>
  )
}
