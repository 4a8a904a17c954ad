// The entry of the administration: its router, who is signed in, and which role they have.
import { createAdminRouter } from './admin-routes.tsx'
import { createQueryClient, currentSession } from './answers.ts'
import { bootBehind } from './behind.tsx'
import { adminQuestion } from './screens/admin/queries.ts'
import './admin.css'

const answers = createQueryClient()
void answers.fetchQuery(currentSession).then(
  ({ person }) => person && answers.prefetchQuery(adminQuestion('readAdmin')),
  () => undefined,
)
await bootBehind(createAdminRouter(), answers, 'adminPage')
