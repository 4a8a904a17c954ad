// Polls for newer entries; if one response cannot hold them, the list restarts, to avoid gaps.
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
const maxLiveEntries = 200

export function useLiveAuditLog(filter: AuditLogQuery, isLive: boolean) {
  const t = useTranslations()
  const announce = useAnnounce()
  const client = useQueryClient()
  const listed = useAdminListQuery('listEvents', { query: filter })
  const pages = listed.isPlaceholderData ? undefined : listed.data?.pages
  const known = pages?.[0]?.items[0]?.sequence ?? 0
  const watched = useQuery({
    // Omits the newest sequence number, with which each response would trigger another request.
    queryKey: ['newEvents', filter],
    queryFn: async ({ signal }): Promise<AdminApiAuditEvent[]> => {
      const query = { ...filter, after: String(fresh[0]?.sequence ?? known) }
      const { items, nextCursor } = unwrapApiResult(await callAdminApi('listEvents', { query, signal }))
      if (items.length > 0) announce(t('adminActivity.live.more', { count: items.length }))
      if (nextCursor === null && items.length + fresh.length <= maxLiveEntries) return [...items, ...fresh]
      // Keeps the first page until it is refetched; later pages load on demand.
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
    // The pages have just been fetched, so the first poll starts after one interval.
    initialData: [],
    staleTime: pollIntervalMs,
    gcTime: 0,
  })
  // Refetched pages may already contain the polled entries.
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
    /** Every entry with a later sequence number is new. */
    newSince: known,
    isFailing: isLive && watched.isError,
  }
}
