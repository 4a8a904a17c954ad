// The activity as it is watched: the pages that were read, and above them the lines that were written since. Those are asked for by the
// newest line that is known, so that watching costs little, and never more often than that on a busy server: where more came than one
// answer holds, the list begins anew with the newest, so that none is missing between two that are shown.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { InfiniteData } from '@tanstack/react-query'
import type { AdminApiEndpointOutput, AdminApiAuditEvent } from '@countersign/api/admin-api-endpoints'
import { callAdminApi } from '../../../api/admin-api-client.ts'
import { unwrapApiResult } from '../../../api/query-client.ts'
import { useAnnounce } from '../../../ui/ScreenReaderAnnouncer.tsx'
import { useTranslations } from 'use-intl'
import { createAdminListQueryOptions, useAdminListQuery } from '../admin-query-hooks.ts'
import type { AuditLogQuery } from './audit-log-url-filter.ts'

const pollIntervalMs = 4000
/** So many lines are kept above the pages at most: a list that is left open does not grow for ever. */
const maxLiveEntries = 200

/** @param isLive whether new lines are asked for */
export function useLiveAuditLog(filter: AuditLogQuery, isLive: boolean) {
  const t = useTranslations()
  const announce = useAnnounce()
  const client = useQueryClient()
  const listed = useAdminListQuery('listEvents', { query: filter })
  const pages = listed.isPlaceholderData ? undefined : listed.data?.pages
  const known = pages?.[0]?.items[0]?.sequence ?? 0
  const watched = useQuery({
    // Without the newest line: a question that changed with its answer would be asked again at once.
    queryKey: ['newEvents', filter],
    queryFn: async ({ signal }): Promise<AdminApiAuditEvent[]> => {
      const query = { ...filter, after: String(fresh[0]?.sequence ?? known) }
      const { items, nextCursor } = unwrapApiResult(await callAdminApi('listEvents', { query, signal }))
      if (items.length > 0) announce(t('adminActivity.live.more', { count: items.length }))
      if (nextCursor === null && items.length + fresh.length <= maxLiveEntries) return [...items, ...fresh]
      // The first page stays until it is there anew; those behind it are read by whoever wants them.
      const { queryKey } = createAdminListQueryOptions('listEvents', { query: filter })
      client.setQueryData<InfiniteData<AdminApiEndpointOutput<'listEvents'>>>(
        queryKey,
        (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
      )
      void client.invalidateQueries({ queryKey })
      return fresh
    },
    enabled: isLive && pages !== undefined,
    refetchInterval: pollIntervalMs,
    // The pages were read just now: what stands on them does not move at once.
    initialData: [],
    staleTime: pollIntervalMs,
    gcTime: 0,
  })
  // What is in the pages by now because they were read anew counts no more.
  const fresh = watched.data.filter(({ sequence }) => sequence > known)
  const query =
    listed.data && fresh.length > 0
      ? {
          ...listed,
          data: { ...listed.data, pages: [{ items: fresh, nextCursor: null, total: null }, ...listed.data.pages] },
        }
      : listed
  return {
    query: query as typeof listed,
    newCount: fresh.length,
    /** Every line behind this one is new. */
    newSince: known,
    isFailing: isLive && watched.isError,
  }
}
