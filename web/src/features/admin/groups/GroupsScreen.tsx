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
import type { TableColumn } from '../Table.tsx'
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
import { formatGroupRuleWords } from './format-group-rule-sentence.ts'
import { toGroupRuleDraft } from './group-rule-draft.ts'
import { useChainNameAndCoin } from './use-chain-name-and-coin.ts'

const urlPatterns = {
  search: adminSearchTextPattern,
  sort: ['name', 'created', 'members'],
  order: ['asc', 'desc'],
} as const

export function GroupsScreen() {
  const t = useTranslations()
  const { locale } = usePageLanguage()
  const { view, setFilters, clear, isFiltered, search, openSearch } = useAdminUrlQueryParameters(urlPatterns)
  const groups = useAdminListQuery('listGroups', { query: { ...view, include: 'definition' } })
  const disabledReason = useMissingPermissionReason('groups.change')
  const go = useAdminNavigate()
  const count = getNumberFormat(locale)
  const chainOf = useChainNameAndCoin()
  const describeRule = (rule: unknown): string => {
    const draft = toGroupRuleDraft(rule)
    return draft ? sanitizeDisplayText(formatGroupRuleWords(t, draft, chainOf, locale), 200) : ''
  }
  const items = groups.data?.pages.flatMap((page) => page.items) ?? []
  const hasChanges = items.some(({ joinedByDay, leftByDay }) => sumNumbers([...joinedByDay, ...leftByDay]) > 0)
  const changesColumn: TableColumn<(typeof items)[number]> = {
    id: 'changes',
    isWide: true,
    head: t('adminGroups.columns.changes'),
    isSecondary: true,
    cell: ({ joinedByDay, leftByDay }) => {
      const [came, left] = [sumNumbers(joinedByDay), sumNumbers(leftByDay)]
      return came + left === 0 ? null : (
        <span className="flex items-center gap-2.5">
          <Sparkline values={joinedByDay} below={leftByDay} className="h-5 w-[90px] shrink-0" />
          <span className="tabular-nums">{t('adminGroups.changes', { came, left })}</span>
        </span>
      )
    },
  }
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
            cell: ({ id, name, members }) => (
              <span className="flex min-w-0 items-baseline justify-between gap-3">
                <AdminPageLink href={adminPagePaths.group(id)} className={listRowLinkClass}>
                  {sanitizeDisplayText(name, 80) || id}
                </AdminPageLink>
                {/* Cards have no column for it. */}
                <span className="shrink-0 text-caption text-soft @[31rem]:hidden">
                  {t('adminGroups.memberCount', { count: members })}
                </span>
              </span>
            ),
          },
          {
            id: 'rule',
            head: t('adminGroups.ruleTitle'),
            isWide: true,
            weight: 5,
            cell: ({ rule }) => (
              <span className="block truncate first-letter:uppercase">{describeRule(rule) || '–'}</span>
            ),
          },
          {
            id: 'members',
            head: t('adminGroups.columns.members'),
            isNumber: true,
            sort: 'members',
            hasSelfExplanatoryCells: true,
            isLeftOutOfCard: () => true,
            cell: ({ members }) => count.format(members),
          },
          ...(hasChanges ? [changesColumn] : []),
          {
            id: 'read',
            isTime: true,
            head: t('adminGroups.columns.read'),
            isLeftOutOfCard: () => true,
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
