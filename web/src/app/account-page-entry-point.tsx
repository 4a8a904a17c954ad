// The entry of the account: its router, and who is signed in.
import { createQueryClient, currentSessionQueryOptions } from '../api/query-client.ts'
import { mountAuthenticatedReactPage } from './mount-authenticated-react-page.tsx'
import { createAccountPageRouter } from './account-routes.tsx'
import './account.css'

const queryClient = createQueryClient()
void queryClient.prefetchQuery(currentSessionQueryOptions)
await mountAuthenticatedReactPage(createAccountPageRouter(), queryClient, ['account', 'person'])
