// The entry of the administration: the router, the store of what the server has answered, and the one question "is it you?".
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createAdminRouter } from './admin-routes.tsx'
import { createQueryClient } from './answers.ts'
import { boot } from './boot.tsx'
import { StepUpProvider } from './step-up/StepUpProvider.tsx'
import './admin.css'

await boot(
  <QueryClientProvider client={createQueryClient()}>
    <StepUpProvider>
      <RouterProvider router={createAdminRouter()} />
    </StepUpProvider>
  </QueryClientProvider>,
  ['adminPage'],
)
