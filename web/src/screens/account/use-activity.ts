// The activity, page by page. Pages that a person has opened are not all fetched again at every return to the tab: with
// thousands of lines that would be a burden for nothing.
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { answerOf } from '../../answers.ts'
import { call } from '../../api.ts'
import { queryOf } from './activity-filter.ts'
import type { ActivityFilter } from './activity-filter.ts'

export function useActivity(filter: ActivityFilter) {
  return useInfiniteQuery({
    queryKey: ['activity', filter],
    queryFn: async ({ signal, pageParam }) =>
      answerOf(await call('listActivity', { query: { ...queryOf(filter), ...pageParam }, signal })),
    initialPageParam: {},
    getNextPageParam: (last): { cursor?: string } | undefined =>
      last.nextCursor === null ? undefined : { cursor: last.nextCursor },
    // A line that was just written and has no place yet is there at the next look.
    refetchInterval: ({ state }) => (state.data?.pages.length === 1 && state.data.pages[0]?.beingSealed ? 2000 : false),
    refetchOnWindowFocus: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : 'always'),
    // What was there stays until what was asked for is there, so that nothing jumps.
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
}
