// Merges of this identity that wait for the identity that would disappear: what there is, and the answers to it.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { PendingMerge } from '@countersign/api/calls'
import { answerOf, leaveIfSignedOut } from '../../api/answers.ts'
import { call } from '../../api/api.ts'
import { leaveOnce } from '../../api/leave.ts'
import { paths } from '../../api/paths.ts'
import { useSensitiveCall } from '../sign-in/step-up/use-sensitive-call.ts'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { focusPageHeading } from '../../ui/focus-page-heading.ts'
import { useTranslations } from 'use-intl'
import { refreshMerged } from './merges.ts'

const pollMs = 20_000

/** Fetched at load, when the page is seen again, and every 20 seconds while it is seen. */
export function usePendingMerges() {
  return useQuery({
    queryKey: ['pending-merges'],
    queryFn: async ({ signal }) => answerOf(await call('listPendingMerges', { signal })),
    refetchInterval: pollMs,
    staleTime: pollMs / 2,
  })
}

/** Refuses a pending merge, or cancels it on the side that asked. No proof is needed. */
export function useRefuseMerge() {
  const t = useTranslations()
  const client = useQueryClient()
  const announce = useAnnounce()
  return useMutation({
    mutationFn: async ({ merge: { id } }: PendingMerge) => answerOf(await call('refuseMerge', { params: { id } })),
    onSuccess: async (_, { side }) => {
      await refreshMerged(client)
      focusPageHeading()
      announce(side === 'asked' ? t('pendingMerge.asked.refused') : t('pendingMerge.asking.canceled'))
    },
    onError: leaveIfSignedOut,
    // It can have ended or taken effect meanwhile.
    onSettled: () => refreshMerged(client),
  })
}

/** Confirms a pending merge, which takes effect at once and ends this session. */
export function useConfirmMerge() {
  const sensitiveCall = useSensitiveCall()
  return useMutation({
    mutationFn: async ({ merge: { id } }: PendingMerge) =>
      answerOf(await sensitiveCall('confirmMerge', { params: { id } })),
    onSuccess: () => leaveOnce(paths.signedOut('merged')),
    onError: leaveIfSignedOut,
  })
}
