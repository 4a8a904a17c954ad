// What the administration asks the server for, and how it changes something there.
import { useCallback, useEffect, useRef } from 'react'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { AdminInput } from '@countersign/api/admin-calls'
import type { AdminCallName } from '@countersign/api/admin-routes'
import { callAdmin } from '../../api/admin-api.ts'
import type { AdminAnswered } from '../../api/admin-api.ts'
import { answerOf, nextPage } from '../../api/answers.ts'
import type { CallRefused } from '../../api/answers.ts'
import type { Arguments, Given, ResultOf } from '../../api/api.ts'
import { useSensitiveCall } from '../sign-in/step-up/use-sensitive-call.ts'

type Asked<Name extends AdminCallName> = Given<AdminInput<Name>>

/** How the calls are made below, where the name is any of them. */
const send = callAdmin as (name: AdminCallName, given?: object) => Promise<ResultOf<unknown>>

/** A question to the server, by which the store knows its answer. */
export const adminQuestion = <Name extends AdminCallName>(name: Name, given?: Asked<Name>) =>
  queryOptions<AdminAnswered<Name>, CallRefused>({
    queryKey: [name, given ?? {}],
    queryFn: async ({ signal }) => answerOf((await send(name, { ...given, signal })) as ResultOf<AdminAnswered<Name>>),
  })

/**
 * What the server answers to a question.
 * @param given params and query, which are part of what it is known by
 * @param options.staleMs for how long an answer is not asked for again where something new shows it
 * @param options.everyMs asks again by itself, for what is watched
 */
export function useAdminQuery<Name extends AdminCallName>(
  name: Name,
  given?: Asked<Name>,
  {
    enabled = true,
    everyMs,
    staleMs = 0,
    keepPrevious = false,
  }: { enabled?: boolean; everyMs?: number; staleMs?: number; keepPrevious?: boolean } = {},
) {
  const query = useQuery({
    ...adminQuestion(name, given),
    enabled,
    staleTime: staleMs,
    refetchInterval: everyMs ?? false,
    ...(keepPrevious && { placeholderData: keepPreviousData }),
  })
  // What is gone is no longer shown as it was, as it would be to who removes something and goes back to it.
  return query.error?.problem.code.endsWith('.not_found') ? ({ ...query, data: undefined } as typeof query) : query
}

/** A call that answers a list page by page. */
type ListCallName = {
  [Name in AdminCallName]: AdminAnswered<Name> extends { items: readonly unknown[]; nextCursor: string | null }
    ? Name
    : never
}[AdminCallName]

/** A list, page by page, by which the store knows it. */
export const adminListQuestion = <Name extends ListCallName>(
  name: Name,
  given: { params?: object; query?: object } = {},
) =>
  infiniteQueryOptions({
    // Apart from the same question asked for one page alone, whose answer has another form.
    queryKey: [name, 'pages', given],
    queryFn: async ({ signal, pageParam }) =>
      answerOf(
        (await send(name, { ...given, query: { ...given.query, ...pageParam }, signal })) as ResultOf<
          AdminAnswered<Name>
        >,
      ),
    initialPageParam: {} as { cursor?: string },
    getNextPageParam: nextPage,
  })

/**
 * A list, page by page. What was there stays until what was asked for is there, so that nothing jumps; pages that were opened
 * are not all fetched again at every return to the tab.
 * @param given params and query but for the cursor
 * @param options.staleMs for how long what was asked for before it was drawn is not asked for again
 */
export function useAdminList<Name extends ListCallName>(
  name: Name,
  given: { params?: object; query?: object } = {},
  { staleMs = 0 } = {},
) {
  return useInfiniteQuery({
    ...adminListQuestion(name, given),
    staleTime: staleMs,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : 'always'),
  })
}

/**
 * Changes something: asks the server, has the person confirm that it is them where it wants that, and reads again what may have
 * changed with it.
 * @param refresh the questions whose answers it changes
 * @param onDone once all of that is there
 */
export function useAdminChange<Name extends AdminCallName>(
  name: Name,
  refresh: readonly AdminCallName[],
  onDone?: (answer: AdminAnswered<Name>, given: Asked<Name>) => void,
) {
  const sensitiveCall = useSensitiveAdminCall()
  const client = useQueryClient()
  return useMutation<AdminAnswered<Name>, CallRefused, Asked<Name>>({
    mutationFn: async (given) =>
      answerOf(await sensitiveCall(name, ...([given] as unknown as Arguments<AdminInput<Name>>))),
    onSuccess: async (answer, given) => {
      await Promise.all(refresh.map((changed) => client.invalidateQueries({ queryKey: [changed] })))
      onDone?.(answer, given)
    },
  })
}

/**
 * Forgets what is known of something that is removed, once the screen that shows it is left: before, the screen would ask for it anew, and
 * later, who goes back would see it for a moment as if it were there.
 * @param params by which it is asked for; the same text in them is the same thing
 * @returns to be called once it is removed
 */
export function useForget(params: Readonly<Record<string, string>>): () => void {
  const client = useQueryClient()
  const isRemoved = useRef(false)
  const [[name, id] = ['', '']] = Object.entries(params)
  useEffect(
    () => () => {
      if (isRemoved.current)
        client.removeQueries({
          predicate: ({ queryKey }) =>
            (queryKey.at(-1) as { params?: Record<string, unknown> } | undefined)?.params?.[name] === id,
        })
    },
    [client, name, id],
  )
  return useCallback(() => void (isRemoved.current = true), [])
}

/** `callAdmin`, for what may want a confirmation first. */
export function useSensitiveAdminCall(): typeof callAdmin {
  return useSensitiveCall(callAdmin)
}
