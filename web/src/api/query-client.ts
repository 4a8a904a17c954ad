import { QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { ProblemDetails } from '@countersign/api/problem-details-schema'
import { callApi } from './api-client.ts'
import type { HttpConnectionProblem, ApiResult } from './api-client.ts'
import { redirectToSessionEndedPage } from './safe-redirect.ts'
import { serverSyncedClock } from './server-synced-clock.ts'

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

const maxRetries = 2

/** Refetches on mount and on focus, to notice if the session was ended elsewhere. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        refetchOnWindowFocus: 'always',
        // The API client reports a missing connection itself; paused requests would show no error.
        networkMode: 'always',
        retry: (failures, { problem }) => problem.retry && !('retryAfterSeconds' in problem) && failures < maxRetries,
        retryDelay: (failures) => 500 * 2 ** failures,
      },
      mutations: { networkMode: 'always' },
    },
  })
}

/** The session of a contract wallet can become invalid at any time, so it is polled. */
const contractSessionPollMs = 30_000

export const prefetchedQueryStaleMs = 5_000

export const currentSessionQueryOptions = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => unwrapApiResult(await callApi('readSession', { signal })),
  staleTime: prefetchedQueryStaleMs,
  refetchInterval: ({ state }) => (state.data?.session?.contract ? contractSessionPollMs : false),
})

export function useCurrentSession() {
  return useQuery(currentSessionQueryOptions)
}

export function unwrapApiResult<Answer>(result: ApiResult<Answer>): (ApiResult<Answer> & { ok: true })['answer'] {
  if (result.serverTime !== undefined) serverSyncedClock.syncToServerTime(result.serverTime)
  if (result.ok) return result.answer
  throw new ApiCallError(result.problem)
}

export function getDisplayableApiProblem(error: ApiCallError | null): ApiCallError['problem'] | null {
  return error && error.problem.code !== 'network.cancelled' ? error.problem : null
}

export function redirectOnSessionError({ problem }: ApiCallError): void {
  if (problem.code === 'session.required') redirectToSessionEndedPage()
}

export function getNextPageParams(last: { nextCursor: string | null }): { cursor?: string } | undefined {
  return last.nextCursor === null ? undefined : { cursor: last.nextCursor }
}
