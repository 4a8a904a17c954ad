import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ApiPendingIdentityMerge } from '@countersign/api/api-endpoints'
import { unwrapApiResult, redirectOnSessionError } from '../../api/query-client.ts'
import { callApi } from '../../api/api-client.ts'
import { redirectBrowserOnce } from '../../api/safe-redirect.ts'
import { frontEndPagePaths } from '../../api/front-end-page-paths.ts'
import { useCallApiWithStepUp } from '../sign-in/step-up/use-call-api-with-step-up.ts'
import { useAnnounce } from '../../ui/ScreenReaderAnnouncer.tsx'
import { focusPageHeading } from '../../ui/focus-page-heading.ts'
import { useTranslations } from 'use-intl'
import { refreshAfterIdentityMerge } from './identity-merge-query-hooks.ts'

const pollMs = 20_000

export function usePendingIdentityMerges() {
  return useQuery({
    queryKey: ['pending-merges'],
    queryFn: async ({ signal }) => unwrapApiResult(await callApi('listPendingMerges', { signal })),
    refetchInterval: pollMs,
    staleTime: pollMs / 2,
  })
}

/** Refuses a pending merge, or cancels it if called by the requester. No proof is needed. */
export function useRefuseIdentityMerge() {
  const t = useTranslations()
  const client = useQueryClient()
  const announce = useAnnounce()
  return useMutation({
    mutationFn: async ({ merge: { id } }: ApiPendingIdentityMerge) =>
      unwrapApiResult(await callApi('refuseMerge', { params: { id } })),
    onSuccess: async (_, { side }) => {
      await refreshAfterIdentityMerge(client)
      focusPageHeading()
      announce(side === 'recipient' ? t('pendingMerge.asked.refused') : t('pendingMerge.asking.canceled'))
    },
    onError: redirectOnSessionError,
    onSettled: () => refreshAfterIdentityMerge(client),
  })
}

/** Confirms a pending merge, which takes effect at once and ends this session. */
export function useConfirmIdentityMerge() {
  const sensitiveCall = useCallApiWithStepUp()
  return useMutation({
    mutationFn: async ({ merge: { id } }: ApiPendingIdentityMerge) =>
      unwrapApiResult(await sensitiveCall('confirmMerge', { params: { id } })),
    onSuccess: () => redirectBrowserOnce(frontEndPagePaths.signedOut('merged')),
    onError: redirectOnSessionError,
  })
}
