// What the server answered, kept for the pages behind the sign-in. A refusal travels as one error class, because that is how
// the query library tells failure from success.
import { QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { Problem } from '@countersign/api/problem'
import { call } from './api.ts'
import type { ClientProblem, ResultOf } from './api.ts'
import { leaveSignedOut } from './leave.ts'
import { browserClock } from './clock.ts'

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

/** How old an answer may be that a document asks for before there is anything to show it. */
export const begunMs = 5_000

/** The question who is signed in here, which has nulls for nobody. */
export const currentSession = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => answerOf(await call('readSession', { signal })),
  staleTime: begunMs,
  refetchInterval: ({ state }) => (state.data?.session?.contract ? contractMs : false),
})

/** Who is signed in here, or nulls. */
export function useCurrentSession() {
  return useQuery(currentSession)
}

/**
 * The answer of a call.
 * @throws {CallRefused} where there is none
 */
export function answerOf<Answer>(result: ResultOf<Answer>): (ResultOf<Answer> & { ok: true })['answer'] {
  if (result.serverTime !== undefined) browserClock.follow(result.serverTime)
  if (result.ok) return result.answer
  throw new CallRefused(result.problem)
}

/** The problem that is worth saying; a person who put the question away knows that nothing happened. */
export function problemToSay(error: CallRefused | null): CallRefused['problem'] | null {
  return error && error.problem.code !== 'network.cancelled' ? error.problem : null
}

/** Whose session has ended meanwhile is told so on a page of its own. */
export function leaveIfSignedOut({ problem }: CallRefused): void {
  if (problem.code === 'session.required') leaveSignedOut()
}

/** What a list is asked for its next page with; nothing where this is the last one. */
export function nextPage(last: { nextCursor: string | null }): { cursor?: string } | undefined {
  return last.nextCursor === null ? undefined : { cursor: last.nextCursor }
}
