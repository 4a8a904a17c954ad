// Every application that a person has used, what each has learned and when, and the way to take it back.
import type { Grant } from '@countersign/api/calls'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { useTranslations } from 'use-intl'
import { GrantRow } from './GrantRow.tsx'
import { PagedList } from './PagedList.tsx'
import { useGrants } from './queries.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answerOf, leaveIfSignedOut } from '../../api/answers.ts'
import { call } from '../../api/api.ts'
import { shownName } from '../applications/shown-name.ts'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { focusPageHeading } from '../../ui/focus-page-heading.ts'

export function ApplicationsScreen() {
  const t = useTranslations()
  const grants = useGrants()
  const withdraw = useWithdrawGrant()
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="grid gap-2">
        <PageHeading title={t('account.applications.title')} />
        <p className="max-w-[60ch] text-soft">{t('applicationsScreen.intro')}</p>
      </div>
      {withdraw.error && <ErrorState problem={withdraw.error.problem} />}
      <PagedList
        label={t('account.applications.title')}
        query={grants}
        empty={<EmptyState title={t('applicationsScreen.emptyTitle')}>{t('applicationsScreen.emptyText')}</EmptyState>}
        renderRow={(grant: Grant) => (
          <GrantRow
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

/** Withdraws a grant. One that is gone already, withdrawn in another tab, counts as withdrawn. */
function useWithdrawGrant() {
  const t = useTranslations()
  const client = useQueryClient()
  const announce = useAnnounce()
  return useMutation({
    mutationFn: async (grant: Grant) => {
      const result = await call('withdrawGrant', { params: { id: grant.id } })
      if (!result.ok && result.problem.code === 'grant.not_found') return undefined
      return answerOf(result)
    },
    onSuccess: async (_, { application }) => {
      await client.invalidateQueries({ queryKey: ['grants'] })
      focusPageHeading()
      announce(t('applicationsScreen.withdrawn', { application: shownName(application) }))
    },
    onError: leaveIfSignedOut,
  })
}
