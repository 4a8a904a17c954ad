// The entry of the account: the router, and the store of what the server has answered.
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createQueryClient } from './answers.ts'
import { boot } from './boot.tsx'
import { createAccountRouter } from './routes.tsx'
import { StepUpProvider } from './step-up/StepUpProvider.tsx'
import { account } from './words/chapters/account.ts'
import { activity } from './words/chapters/activity.ts'
import { furtherErrors } from './words/chapters/further-errors.ts'
import { passkeys } from './words/chapters/passkeys.ts'
import { myData } from './words/chapters/my-data.ts'
import { person } from './words/chapters/person.ts'
import { scopes } from './words/chapters/scopes.ts'
import { stepUp } from './words/chapters/step-up.ts'
import { wallets } from './words/chapters/wallets.ts'
import './account.css'

await boot(
  <QueryClientProvider client={createQueryClient()}>
    <StepUpProvider>
      <RouterProvider router={createAccountRouter()} />
    </StepUpProvider>
  </QueryClientProvider>,
  [account, myData, person, passkeys, activity, wallets, stepUp, scopes, furtherErrors],
)
