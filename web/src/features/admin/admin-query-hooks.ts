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
import type { AdminApiEndpointInput } from '@countersign/api/admin-api-endpoints'
import type { AdminApiEndpointName } from '@countersign/api/admin-api-route-paths'
import { callAdminApi } from '../../api/admin-api-client.ts'
import type { AdminApiResponse } from '../../api/admin-api-client.ts'
import { unwrapApiResult, getNextPageParams } from '../../api/query-client.ts'
import type { ApiCallError } from '../../api/query-client.ts'
import type { ApiEndpointCallArguments, ApiEndpointCallOptions, ApiResult } from '../../api/api-client.ts'
import { useCallApiWithStepUp } from '../sign-in/step-up/use-call-api-with-step-up.ts'

type AdminCallInput<Name extends AdminApiEndpointName> = ApiEndpointCallOptions<AdminApiEndpointInput<Name>>

/** How the calls are made below, where the name is any of them. */
const sendAdminCall = callAdminApi as (name: AdminApiEndpointName, given?: object) => Promise<ApiResult<unknown>>

/** A question to the server, by which the store knows its answer. */
export const createAdminQueryOptions = <Name extends AdminApiEndpointName>(name: Name, given?: AdminCallInput<Name>) =>
  queryOptions<AdminApiResponse<Name>, ApiCallError>({
    queryKey: [name, given ?? {}],
    queryFn: async ({ signal }) =>
      unwrapApiResult((await sendAdminCall(name, { ...given, signal })) as ApiResult<AdminApiResponse<Name>>),
  })

/**
 * What the server answers to a question.
 * @param given params and query, which are part of what it is known by
 * @param options.staleMs for how long an answer is not asked for again where something new shows it
 * @param options.everyMs asks again by itself, for what is watched
 */
export function useAdminQuery<Name extends AdminApiEndpointName>(
  name: Name,
  given?: AdminCallInput<Name>,
  {
    enabled = true,
    everyMs,
    staleMs = 0,
    keepPrevious = false,
  }: { enabled?: boolean; everyMs?: number; staleMs?: number; keepPrevious?: boolean } = {},
) {
  const query = useQuery({
    ...createAdminQueryOptions(name, given),
    enabled,
    staleTime: staleMs,
    refetchInterval: everyMs ?? false,
    ...(keepPrevious && { placeholderData: keepPreviousData }),
  })
  // What is gone is no longer shown as it was, as it would be to who removes something and goes back to it.
  return query.error?.problem.code.endsWith('.not_found') ? ({ ...query, data: undefined } as typeof query) : query
}

/** A call that answers a list page by page. */
type AdminListCallName = {
  [Name in AdminApiEndpointName]: AdminApiResponse<Name> extends {
    items: readonly unknown[]
    nextCursor: string | null
  }
    ? Name
    : never
}[AdminApiEndpointName]

/** A list, page by page, by which the store knows it. */
export const createAdminListQueryOptions = <Name extends AdminListCallName>(
  name: Name,
  given: { params?: object; query?: object } = {},
) =>
  infiniteQueryOptions({
    // Apart from the same question asked for one page alone, whose answer has another form.
    queryKey: [name, 'pages', given],
    queryFn: async ({ signal, pageParam }) =>
      unwrapApiResult(
        (await sendAdminCall(name, { ...given, query: { ...given.query, ...pageParam }, signal })) as ApiResult<
          AdminApiResponse<Name>
        >,
      ),
    initialPageParam: {} as { cursor?: string },
    getNextPageParam: getNextPageParams,
  })

/**
 * A list, page by page. What was there stays until what was asked for is there, so that nothing jumps; pages that were opened
 * are not all fetched again at every return to the tab.
 * @param given params and query but for the cursor
 * @param options.staleMs for how long what was asked for before it was drawn is not asked for again
 */
export function useAdminListQuery<Name extends AdminListCallName>(
  name: Name,
  given: { params?: object; query?: object } = {},
  { staleMs = 0 } = {},
) {
  return useInfiniteQuery({
    ...createAdminListQueryOptions(name, given),
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
export function useAdminMutation<Name extends AdminApiEndpointName>(
  name: Name,
  refresh: readonly AdminApiEndpointName[],
  onDone?: (answer: AdminApiResponse<Name>, given: AdminCallInput<Name>) => void,
) {
  const sensitiveCall = useCallAdminApiWithStepUp()
  const client = useQueryClient()
  return useMutation<AdminApiResponse<Name>, ApiCallError, AdminCallInput<Name>>({
    mutationFn: async (given) =>
      unwrapApiResult(
        await sensitiveCall(name, ...([given] as unknown as ApiEndpointCallArguments<AdminApiEndpointInput<Name>>)),
      ),
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
export function useClearRemovedItemQueryCache(params: Readonly<Record<string, string>>): () => void {
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

/** `callAdminApi`, for what may want a confirmation first. */
export function useCallAdminApiWithStepUp(): typeof callAdminApi {
  return useCallApiWithStepUp(callAdminApi)
}
