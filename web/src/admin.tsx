// The entry of the administration: the router, the store of what the server has answered, and the one question "is it you?".
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createAdminRouter } from './admin-routes.tsx'
import { createQueryClient, currentSession } from './answers.ts'
import { boot } from './boot.tsx'
import { adminQuestion } from './screens/admin/queries.ts'
import { StepUpProvider } from './step-up/StepUpProvider.tsx'
import { fetchScreensEarly } from './ui/late-screen.tsx'
import './admin.css'

const answers = createQueryClient()
const router = createAdminRouter()
// Who is there, and the screen, are asked for while the words are still on their way: the page waits for what takes longest, not for each in turn.
void answers.fetchQuery(currentSession).then(
  ({ person }) => person && answers.prefetchQuery(adminQuestion('readAdmin')),
  () => undefined,
)
const isDrawn = boot(
  <QueryClientProvider client={answers}>
    <StepUpProvider>
      <RouterProvider router={router} />
    </StepUpProvider>
  </QueryClientProvider>,
  ['adminPage'],
)
// By now the language is chosen.
fetchScreensEarly(router)
await isDrawn
