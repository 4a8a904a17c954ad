// What the account asks the server for.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { InfiniteData } from '@tanstack/react-query'
import type { CallAnswer } from '@countersign/api/calls'
import { answerOf, nextPage } from '../../api/answers.ts'
import { call } from '../../api/api.ts'

/** The wallets of this person, page by page, the primary one first: after a merge another may have been linked earlier. */
export function useWallets() {
  return useInfiniteQuery({
    queryKey: ['wallets'],
    select: primaryFirst,
    queryFn: async ({ signal }) => answerOf(await call('listWallets', { signal })),
    initialPageParam: {},
    getNextPageParam: nextPage,
  })
}

/** The passkeys of this person: all of them, because there are few. */
export function usePasskeys() {
  return useQuery({
    queryKey: ['passkeys'],
    queryFn: async ({ signal }) => answerOf(await call('listPasskeys', { signal })),
  })
}

/** The active sessions of this person, page by page, the newest first. */
export function useSessions() {
  return useInfiniteQuery({
    queryKey: ['sessions'],
    queryFn: async ({ signal, pageParam }) => answerOf(await call('listSessions', { query: pageParam, signal })),
    initialPageParam: {},
    getNextPageParam: nextPage,
  })
}

/** The applications that this person has used, page by page. */
export function useGrants() {
  return useInfiniteQuery({
    queryKey: ['grants'],
    queryFn: async ({ signal, pageParam }) => answerOf(await call('listGrants', { query: pageParam, signal })),
    initialPageParam: {},
    getNextPageParam: nextPage,
  })
}

function primaryFirst(data: InfiniteData<CallAnswer<'listWallets'>>): InfiniteData<CallAnswer<'listWallets'>> {
  const pages = data.pages.map((page) => ({
    ...page,
    items: page.items.toSorted((one, other) => Number(other.primary) - Number(one.primary)),
  }))
  return { ...data, pages }
}
