// The entry of the account: the router, and the store of what the server has answered.
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createQueryClient } from './answers.ts'
import { boot } from './boot.tsx'
import { createAccountRouter } from './routes.tsx'
import { StepUpProvider } from './step-up/StepUpProvider.tsx'
import './account.css'

await boot(
  <QueryClientProvider client={createQueryClient()}>
    <StepUpProvider>
      <RouterProvider router={createAccountRouter()} />
    </StepUpProvider>
  </QueryClientProvider>,
  ['accountPage'],
)
