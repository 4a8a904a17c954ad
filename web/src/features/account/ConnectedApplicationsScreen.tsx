import type { ApiApplicationGrant } from '@countersign/api/api-endpoints'
import { EmptyListPanel } from '../../ui/EmptyListPanel.tsx'
import { LoadErrorPanel } from '../../ui/LoadErrorPanel.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { useTranslations } from 'use-intl'
import { ConnectedApplicationListRow } from './ConnectedApplicationListRow.tsx'
import { PagedCardList } from './PagedCardList.tsx'
import { useOwnGrants } from './account-query-hooks.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { unwrapApiResult, redirectOnSessionError } from '../../api/query-client.ts'
import { callApi } from '../../api/api-client.ts'
import { formatApplicationName } from '../applications/format-application-name.ts'
import { useAnnounce } from '../../ui/ScreenReaderAnnouncer.tsx'
import { focusPageHeading } from '../../ui/focus-page-heading.ts'

export function ConnectedApplicationsScreen() {
  const t = useTranslations()
  const grants = useOwnGrants()
  const withdraw = useRevokeGrant()
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="grid gap-2">
        <PageHeading title={t('account.applications.title')} />
        <p className="max-w-[60ch] text-soft">{t('applicationsScreen.intro')}</p>
      </div>
      {withdraw.error && <LoadErrorPanel problem={withdraw.error.problem} />}
      <PagedCardList
        label={t('account.applications.title')}
        query={grants}
        empty={
          <EmptyListPanel title={t('applicationsScreen.emptyTitle')}>
            {t('applicationsScreen.emptyText')}
          </EmptyListPanel>
        }
        renderRow={(grant: ApiApplicationGrant) => (
          <ConnectedApplicationListRow
            key={grant.id}
            grant={grant}
            isWithdrawing={withdraw.isPending && withdraw.variables.id === grant.id}
            onWithdraw={() => withdraw.mutate(grant)}
          />
        )}
      />
    </div>
  )
}

function useRevokeGrant() {
  const t = useTranslations()
  const client = useQueryClient()
  const announce = useAnnounce()
  return useMutation({
    mutationFn: async (grant: ApiApplicationGrant) => {
      const result = await callApi('revokeGrant', { params: { id: grant.id } })
      if (!result.ok && result.problem.code === 'grant.not_found') return undefined
      return unwrapApiResult(result)
    },
    onSuccess: async (_, { application }) => {
      await client.invalidateQueries({ queryKey: ['grants'] })
      focusPageHeading()
      announce(t('applicationsScreen.withdrawn', { application: formatApplicationName(application) }))
    },
    onError: redirectOnSessionError,
  })
}
