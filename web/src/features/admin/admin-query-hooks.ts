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

const sendAdminCall = callAdminApi as (name: AdminApiEndpointName, given?: object) => Promise<ApiResult<unknown>>

export const createAdminQueryOptions = <Name extends AdminApiEndpointName>(name: Name, given?: AdminCallInput<Name>) =>
  queryOptions<AdminApiResponse<Name>, ApiCallError>({
    queryKey: [name, given ?? {}],
    queryFn: async ({ signal }) =>
      unwrapApiResult((await sendAdminCall(name, { ...given, signal })) as ApiResult<AdminApiResponse<Name>>),
  })

/** Data older than `staleMs` milliseconds is refetched when a component mounts. */
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
  // A removed item must not be shown from the cache.
  return query.error?.problem.code.endsWith('.not_found') ? ({ ...query, data: undefined } as typeof query) : query
}

type AdminListCallName = {
  [Name in AdminApiEndpointName]: AdminApiResponse<Name> extends {
    items: readonly unknown[]
    nextCursor: string | null
  }
    ? Name
    : never
}[AdminApiEndpointName]

export const createAdminListQueryOptions = <Name extends AdminListCallName>(
  name: Name,
  given: { params?: object; query?: object } = {},
) =>
  infiniteQueryOptions({
    // Differs from the key of a single-page query, whose data has another shape.
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

/** @param options.staleMs maximum age in milliseconds of prefetched data */
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

const mutationCacheMs = 1000

/** @param onDone called once the queries in `refresh` have been refetched */
export function useAdminMutation<Name extends AdminApiEndpointName>(
  name: Name,
  refresh: readonly AdminApiEndpointName[],
  onDone?: (answer: AdminApiResponse<Name>, given: AdminCallInput<Name>) => void,
) {
  const sensitiveCall = useCallAdminApiWithStepUp()
  const client = useQueryClient()
  return useMutation<AdminApiResponse<Name>, ApiCallError, AdminCallInput<Name>>({
    // A response can contain a secret, which must not outlive the screen that shows it.
    gcTime: mutationCacheMs,
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

/** Clears on unmount. Earlier, the screen would refetch; later, Back would show the old item. */
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

export function useCallAdminApiWithStepUp(): typeof callAdminApi {
  return useCallApiWithStepUp(callAdminApi)
}
