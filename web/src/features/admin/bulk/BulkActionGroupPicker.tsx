// Lists only groups whose rule is a list of wallets.
import { useEffect, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'
import { SelectField } from '../../../ui/SelectField.tsx'
import { LoadErrorPanel } from '../../../ui/LoadErrorPanel.tsx'
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx'
import { useTranslations } from 'use-intl'
import { useAdminListQuery } from '../admin-query-hooks.ts'

export function BulkActionGroupPicker({ value, onChoose }: { value: string; onChoose: (group: string) => void }) {
  const t = useTranslations()
  const groups = useAdminListQuery('listGroups', { query: { sort: 'name', order: 'asc' } })
  const [chosen, setChosen] = useState(value)
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = groups
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  if (groups.error) return <LoadErrorPanel problem={groups.error.problem} onRetry={() => void groups.refetch()} />
  if (groups.data === undefined || hasNextPage) return <SkeletonRows rows={1} />
  const lists = groups.data.pages.flatMap(({ items }) => items).filter(({ walletList }) => walletList)
  const [first] = lists
  if (first === undefined) return <p className="text-soft">{t('adminBulk.noLists')}</p>
  const picked = chosen === '' ? first.id : chosen
  return (
    <form
      className="grid grid-cols-1 gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        onChoose(picked)
      }}
    >
      <SelectField
        label={t('adminBulk.group')}
        value={picked}
        options={lists.map(({ id, name }) => ({ value: id, label: sanitizeDisplayText(name, 64) || id }))}
        onChange={setChosen}
      />
      <div className="flex justify-end">
        <Button type="submit" look="main">
          {t('adminBulk.next')}
        </Button>
      </div>
    </form>
  )
}
