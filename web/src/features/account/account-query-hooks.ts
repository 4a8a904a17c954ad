// What the account asks the server for.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { InfiniteData } from '@tanstack/react-query'
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { unwrapApiResult, getNextPageParams } from '../../api/query-client.ts'
import { callApi } from '../../api/api-client.ts'

/** The wallets of this person, page by page, the primary one first: after a merge another may have been linked earlier. */
export function useOwnWallets() {
  return useInfiniteQuery({
    queryKey: ['wallets'],
    select: sortPrimaryWalletFirst,
    queryFn: async ({ signal }) => unwrapApiResult(await callApi('listWallets', { signal })),
    initialPageParam: {},
    getNextPageParam: getNextPageParams,
  })
}

/** The passkeys of this person: all of them, because there are few. */
export function useOwnPasskeys() {
  return useQuery({
    queryKey: ['passkeys'],
    queryFn: async ({ signal }) => unwrapApiResult(await callApi('listPasskeys', { signal })),
  })
}

/** The active sessions of this person, page by page, the newest first. */
export function useOwnSessions() {
  return useInfiniteQuery({
    queryKey: ['sessions'],
    queryFn: async ({ signal, pageParam }) =>
      unwrapApiResult(await callApi('listSessions', { query: pageParam, signal })),
    initialPageParam: {},
    getNextPageParam: getNextPageParams,
  })
}

/** The applications that this person has used, page by page. */
export function useOwnGrants() {
  return useInfiniteQuery({
    queryKey: ['grants'],
    queryFn: async ({ signal, pageParam }) =>
      unwrapApiResult(await callApi('listGrants', { query: pageParam, signal })),
    initialPageParam: {},
    getNextPageParam: getNextPageParams,
  })
}

function sortPrimaryWalletFirst(
  data: InfiniteData<ApiEndpointOutput<'listWallets'>>,
): InfiniteData<ApiEndpointOutput<'listWallets'>> {
  const pages = data.pages.map((page) => ({
    ...page,
    items: page.items.toSorted((one, other) => Number(other.primary) - Number(one.primary)),
  }))
  return { ...data, pages }
}
