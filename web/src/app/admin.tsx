// The entry of the administration: its router, who is signed in, and which role they have.
import { createAdminRouter } from './admin-routes.tsx'
import { callAdmin } from '../api/admin-api.ts'
import { answerOf, createQueryClient, currentSession } from '../api/answers.ts'
import { askScreensEarly, bootBehind } from './behind.tsx'
import { adminQuestion } from '../features/admin/queries.ts'
import './admin.css'

const answers = createQueryClient()
const router = createAdminRouter()
void begin().catch(() => undefined)
await bootBehind(router, answers, ['admin'])

/** What fails here is asked for again, and missed, where it is needed. */
async function begin(): Promise<void> {
  // Both at once, since most who come are signed in. Nobody who is not is told of a refusal: the answer is forgotten.
  const asked = callAdmin('readAdmin')
  const { person } = await answers.fetchQuery(currentSession)
  if (person === null) return
  const { permissions } = await answers.fetchQuery({
    ...adminQuestion('readAdmin'),
    queryFn: async () => answerOf(await asked),
  })
  if (permissions.length > 0) askScreensEarly(router, answers)
}
