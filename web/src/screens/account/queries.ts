// What the account asks the server for. A refusal travels as one error class, because that is how the query library
// tells failure from success.
import { QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { InfiniteData } from '@tanstack/react-query'
import type { CallAnswer } from '@countersign/api/calls'
import type { Problem } from '@countersign/api/problem'
import type { CallName } from '@countersign/api/routes'
import { call } from '../../api.ts'
import type { Answered, CallResult, ClientProblem } from '../../api.ts'

/** A call that came to nothing, with the problem that says why. */
export class CallRefused extends Error {
  override readonly name = 'CallRefused'
  readonly problem: Problem | ClientProblem

  constructor(problem: Problem | ClientProblem) {
    super(problem.code)
    this.problem = problem
  }
}

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: CallRefused
  }
}

/** How often a call that may succeed later is repeated before the person is asked. */
const repeats = 2

/**
 * Makes the store of answers. What is kept is shown at once and asked for again at every page and every return to the
 * tab, so that a session that ended elsewhere is noticed.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        refetchOnWindowFocus: 'always',
        // The calls themselves know when there is no network, and the screens say so; waiting in silence would not.
        networkMode: 'always',
        retry: (failures, { problem }) => problem.retry && !('retryAfterSeconds' in problem) && failures < repeats,
        retryDelay: (failures) => 500 * 2 ** failures,
      },
      mutations: { networkMode: 'always' },
    },
  })
}

/** A session that its contract may end without anybody doing anything here is looked at this often while the page is seen. */
const contractMs = 30_000

/** Who is signed in here, or nulls. */
export function useCurrentSession() {
  return useQuery({
    queryKey: ['session'],
    queryFn: async ({ signal }) => answerOf(await call('readSession', { signal })),
    refetchInterval: ({ state }) => (state.data?.session?.contract ? contractMs : false),
  })
}

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
  return useQuery({ queryKey: ['passkeys'], queryFn: async ({ signal }) => answerOf(await call('listPasskeys', { signal })) })
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

/**
 * The answer of a call.
 * @throws {CallRefused} where there is none
 */
export function answerOf<Name extends CallName>(result: CallResult<Name>): Answered<Name> {
  if (result.ok) return result.answer
  throw new CallRefused(result.problem)
}

function primaryFirst(data: InfiniteData<CallAnswer<'listWallets'>>): InfiniteData<CallAnswer<'listWallets'>> {
  const pages = data.pages.map((page) => ({ ...page, items: page.items.toSorted((one, other) => Number(other.primary) - Number(one.primary)) }))
  return { ...data, pages }
}

function nextPage(last: { nextCursor: string | null }): { cursor?: string } | undefined {
  return last.nextCursor === null ? undefined : { cursor: last.nextCursor }
}
