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

async function prefetchAdminAccess(): Promise<void> {
  // Both requests start together, because most visitors are signed in. A refusal is ignored.
  const adminRequest = callAdminApi('readAdminSession')
  const { person } = await queryClient.fetchQuery(currentSessionQueryOptions)
  if (person === null) return
  const { permissions } = await queryClient.fetchQuery({
    ...createAdminQueryOptions('readAdminSession'),
    queryFn: async () => unwrapApiResult(await adminRequest),
  })
  if (permissions.length > 0) prefetchScreenQueries(router, queryClient)
}
