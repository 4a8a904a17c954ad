import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { ApiIdentityMerge } from '@countersign/api/api-endpoints'
import { unwrapApiResult, redirectOnSessionError } from '../../api/query-client.ts'
import { callApi } from '../../api/api-client.ts'
import { redirectBrowserOnce } from '../../api/safe-redirect.ts'
import { frontEndPagePaths } from '../../api/front-end-page-paths.ts'
import { useCallApiWithStepUp } from '../sign-in/step-up/use-call-api-with-step-up.ts'
import { useAnnounce } from '../../ui/ScreenReaderAnnouncer.tsx'
import { focusPageHeading } from '../../ui/focus-page-heading.ts'
import { useTranslations } from 'use-intl'

export function useUndoableIdentityMerges() {
  return useQuery({
    queryKey: ['merges'],
    queryFn: async ({ signal }) => unwrapApiResult(await callApi('listMerges', { signal })),
  })
}

export function useMergeIdentities(onMerged: (merge: ApiIdentityMerge) => void) {
  const sensitiveCall = useCallApiWithStepUp()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id }: ApiIdentityMerge) =>
      unwrapApiResult(await sensitiveCall('acceptMerge', { params: { id } })),
    onSuccess: async (merge) => {
      await refreshAfterIdentityMerge(client)
      onMerged(merge)
    },
    onError: redirectOnSessionError,
  })
}

export function useUndoIdentityMerge() {
  const t = useTranslations()
  const sensitiveCall = useCallApiWithStepUp()
  const client = useQueryClient()
  const announce = useAnnounce()
  return useMutation({
    mutationFn: async ({ id }: ApiIdentityMerge) =>
      unwrapApiResult(await sensitiveCall('undoMerge', { params: { id } })),
    onSuccess: async ({ signedOut }) => {
      if (signedOut) return redirectBrowserOnce(frontEndPagePaths.signedOut('way-in-gone'))
      await refreshAfterIdentityMerge(client)
      focusPageHeading()
      announce(t('wallets.openMerge.undone'))
    },
    onError: redirectOnSessionError,
  })
}

export async function refreshAfterIdentityMerge(client: QueryClient): Promise<void> {
  const lists = ['wallets', 'merges', 'pending-merges', 'new-browsers', 'passkeys', 'sessions', 'grants', 'session']
  await Promise.all(lists.map((name) => client.invalidateQueries({ queryKey: [name] })))
}
