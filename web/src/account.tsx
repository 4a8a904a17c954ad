// The entry of the account: the router, and the store of what the server has answered.
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createQueryClient, currentSession } from './answers.ts'
import { boot } from './boot.tsx'
import { createAccountRouter } from './routes.tsx'
import { StepUpProvider } from './step-up/StepUpProvider.tsx'
import { fetchScreensEarly } from './ui/late-screen.tsx'
import './account.css'

const answers = createQueryClient()
const router = createAccountRouter()
// Who is there, and the screen, are asked for while the words are still on their way: the page waits for what takes longest, not for each in turn.
void answers.prefetchQuery(currentSession)
const isDrawn = boot(
  <QueryClientProvider client={answers}>
    <StepUpProvider>
      <RouterProvider router={router} />
    </StepUpProvider>
  </QueryClientProvider>,
  ['accountPage'],
)
// By now the language is chosen.
fetchScreensEarly(router)
await isDrawn
