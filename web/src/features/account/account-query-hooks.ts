import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { InfiniteData } from '@tanstack/react-query'
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { unwrapApiResult, getNextPageParams } from '../../api/query-client.ts'
import { callApi } from '../../api/api-client.ts'
import { withPasskeyListLock } from './passkey-list-lock.ts'
import { signalAcceptedPasskeys } from './signal-accepted-passkeys.ts'

/** The primary wallet comes first, even if a merge has added an older wallet. */
export function useOwnWallets() {
  return useInfiniteQuery({
    queryKey: ['wallets'],
    select: sortPrimaryWalletFirst,
    queryFn: async ({ signal }) => unwrapApiResult(await callApi('listWallets', { signal })),
    initialPageParam: {},
    getNextPageParam: getNextPageParams,
  })
}

export function useOwnPasskeys() {
  return useQuery({
    queryKey: ['passkeys'],
    queryFn: ({ signal }) => listAndSignalOwnPasskeys(signal),
  })
}

/** A browser that never answers a signal must not keep the list from being shown. */
const maxSignalMs = 1_000

/** Signals only a list just read: a cached one may lack a passkey added in another tab. */
function listAndSignalOwnPasskeys(signal: AbortSignal) {
  return withPasskeyListLock(async (maySignal) => {
    const passkeys = unwrapApiResult(await callApi('listPasskeys', { signal }))
    // An older instance sends none during an upgrade.
    if (maySignal && passkeys.acceptedCredentials)
      await Promise.race([
        signalAcceptedPasskeys(passkeys.acceptedCredentials),
        new Promise((resolve) => setTimeout(resolve, maxSignalMs)),
      ])
    return passkeys
  })
}

export function useOwnSessions() {
  return useInfiniteQuery({
    queryKey: ['sessions'],
    queryFn: async ({ signal, pageParam }) =>
      unwrapApiResult(await callApi('listSessions', { query: pageParam, signal })),
    initialPageParam: {},
    getNextPageParam: getNextPageParams,
  })
}

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
