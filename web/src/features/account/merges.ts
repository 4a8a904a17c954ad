// Merging two identities of one person, and undoing it.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { Merge } from '@countersign/api/calls'
import { answerOf, leaveIfSignedOut } from '../../api/answers.ts'
import { call } from '../../api/api.ts'
import { leaveOnce } from '../../api/leave.ts'
import { paths } from '../../api/paths.ts'
import { useSensitiveCall } from '../sign-in/step-up/use-sensitive-call.ts'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { focusPageHeading } from '../../ui/focus-page-heading.ts'
import { useTranslations } from 'use-intl'

/** The merges of this identity that can still be undone. */
export function useMerges() {
  return useQuery({
    queryKey: ['merges'],
    queryFn: async ({ signal }) => answerOf(await call('listMerges', { signal })),
  })
}

/** Merges two identities as it was offered. */
export function useAcceptMerge(onMerged: (merge: Merge) => void) {
  const sensitiveCall = useSensitiveCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id }: Merge) => answerOf(await sensitiveCall('acceptMerge', { params: { id } })),
    onSuccess: async (merge) => {
      await refreshMerged(client)
      onMerged(merge)
    },
    onError: leaveIfSignedOut,
  })
}

/** Undoes a merge. */
export function useUndoMerge() {
  const t = useTranslations()
  const sensitiveCall = useSensitiveCall()
  const client = useQueryClient()
  const announce = useAnnounce()
  return useMutation({
    mutationFn: async ({ id }: Merge) => answerOf(await sensitiveCall('undoMerge', { params: { id } })),
    onSuccess: async ({ signedOut }) => {
      if (signedOut) return leaveOnce(paths.signedOut('way-in-gone'))
      await refreshMerged(client)
      focusPageHeading()
      announce(t('wallets.openMerge.undone'))
    },
    onError: leaveIfSignedOut,
  })
}

/** Refreshes what a merge changes, which is most lists of the account. */
export async function refreshMerged(client: QueryClient): Promise<void> {
  const lists = ['wallets', 'merges', 'pending-merges', 'new-browsers', 'passkeys', 'sessions', 'grants', 'session']
  await Promise.all(lists.map((name) => client.invalidateQueries({ queryKey: [name] })))
}
