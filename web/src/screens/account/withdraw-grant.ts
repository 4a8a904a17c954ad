// Takes back what an application was allowed: asks the server, looks at the list again, says what happened, and puts the
// focus where it is not lost with the row that goes.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Grant } from '@countersign/api/calls'
import { answerOf, leaveIfSignedOut } from '../../answers.ts'
import { call } from '../../api.ts'
import { shownName } from '../../applications/shown-name.ts'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { focusPageHeading } from '../../ui/focus-page-heading.ts'
import { useTranslations } from 'use-intl'

/** Withdraws a grant. One that is gone already, withdrawn in another tab, counts as withdrawn. */
export function useWithdrawGrant() {
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
