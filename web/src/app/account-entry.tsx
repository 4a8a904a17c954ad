// The entry of the account: its router, and who is signed in.
import { createQueryClient, currentSessionQuery } from '../api/query-client.ts'
import { bootAuthenticatedPage } from './boot-authenticated-page.tsx'
import { createAccountRouter } from './account-routes.tsx'
import './account.css'

const queryClient = createQueryClient()
void queryClient.prefetchQuery(currentSessionQuery)
await bootAuthenticatedPage(createAccountRouter(), queryClient, ['account', 'person'])
