// The entry of the administration: its router, who is signed in, and which role they have.
import { createAdminPageClientRouter } from './admin-routes.tsx'
import { callAdminApi } from '../api/admin-api-client.ts'
import { unwrapApiResult, createQueryClient, currentSessionQueryOptions } from '../api/query-client.ts'
import { prefetchScreenQueries, mountReactPageBehindSignIn } from './mount-react-page-behind-sign-in.tsx'
import { createAdminQueryOptions } from '../features/admin/admin-query-hooks.ts'
import './admin.css'

const queryClient = createQueryClient()
const router = createAdminPageClientRouter()
void prefetchAdminAccess().catch(() => undefined)
await mountReactPageBehindSignIn(router, queryClient, ['admin'])

/** What fails here is asked for again, and missed, where it is needed. */
async function prefetchAdminAccess(): Promise<void> {
  // Both at once, since most who come are signed in. Nobody who is not is told of a refusal: the answer is forgotten.
  const adminRequest = callAdminApi('readAdminSession')
  const { person } = await queryClient.fetchQuery(currentSessionQueryOptions)
  if (person === null) return
  const { permissions } = await queryClient.fetchQuery({
    ...createAdminQueryOptions('readAdminSession'),
    queryFn: async () => unwrapApiResult(await adminRequest),
  })
  if (permissions.length > 0) prefetchScreenQueries(router, queryClient)
}
