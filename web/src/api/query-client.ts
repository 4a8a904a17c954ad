// What the server answered, kept for the pages behind the sign-in. A refusal travels as one error class, because that is how
// the query library tells failure from success.
import { QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { ProblemDetails } from '@countersign/api/problem-details-schema'
import { callApi } from './api-client.ts'
import type { HttpConnectionProblem, ApiResult } from './api-client.ts'
import { redirectToSessionEndedPage } from './safe-redirect.ts'
import { serverSyncedClock } from './server-synced-clock.ts'

/** A call that came to nothing, with the problem that says why. */
export class ApiCallError extends Error {
  override readonly name = 'ApiCallError'
  readonly problem: ProblemDetails | HttpConnectionProblem

  constructor(problem: ProblemDetails | HttpConnectionProblem) {
    super(problem.code)
    this.problem = problem
  }
}

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiCallError
  }
}

/** How often a call that may succeed later is repeated before the person is asked. */
const maxRetries = 2

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
        retry: (failures, { problem }) => problem.retry && !('retryAfterSeconds' in problem) && failures < maxRetries,
        retryDelay: (failures) => 500 * 2 ** failures,
      },
      mutations: { networkMode: 'always' },
    },
  })
}

/** A session that its contract may end without anybody doing anything here is looked at this often while the page is seen. */
const contractSessionPollMs = 30_000

/** How old an answer may be that a document asks for before there is anything to show it. */
export const prefetchedQueryStaleMs = 5_000

/** The question who is signed in here, which has nulls for nobody. */
export const currentSessionQueryOptions = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => unwrapApiResult(await callApi('readSession', { signal })),
  staleTime: prefetchedQueryStaleMs,
  refetchInterval: ({ state }) => (state.data?.session?.contract ? contractSessionPollMs : false),
})

/** Who is signed in here, or nulls. */
export function useCurrentSession() {
  return useQuery(currentSessionQueryOptions)
}

/**
 * The answer of a call.
 * @throws {ApiCallError} where there is none
 */
export function unwrapApiResult<Answer>(result: ApiResult<Answer>): (ApiResult<Answer> & { ok: true })['answer'] {
  if (result.serverTime !== undefined) serverSyncedClock.syncToServerTime(result.serverTime)
  if (result.ok) return result.answer
  throw new ApiCallError(result.problem)
}

/** The problem that is worth saying; a person who put the question away knows that nothing happened. */
export function getDisplayableApiProblem(error: ApiCallError | null): ApiCallError['problem'] | null {
  return error && error.problem.code !== 'network.cancelled' ? error.problem : null
}

/** Whose session has ended meanwhile is told so on a page of its own. */
export function redirectOnSessionError({ problem }: ApiCallError): void {
  if (problem.code === 'session.required') redirectToSessionEndedPage()
}

/** What a list is asked for its next page with; nothing where this is the last one. */
export function getNextPageParams(last: { nextCursor: string | null }): { cursor?: string } | undefined {
  return last.nextCursor === null ? undefined : { cursor: last.nextCursor }
}
