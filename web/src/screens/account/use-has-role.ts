// Whether the account shows the way to the administration: to whoever has a role in it; nobody else is shown that there is one.
import { useQuery } from '@tanstack/react-query'
import { callAdmin } from '../../admin-api.ts'
import { answerOf } from '../../answers.ts'

/** @returns false until it is known */
export function useHasRole(): boolean {
  // Asked once a page: a role that is taken away meanwhile leaves a link behind that leads to a page which says so.
  const admin = useQuery({
    queryKey: ['readAdmin', {}],
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) => answerOf(await callAdmin('readAdmin', { signal })),
  })
  return admin.data !== undefined && admin.data.roles.length > 0
}
