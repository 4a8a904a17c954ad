import { createQueryClient, currentSessionQueryOptions } from '../api/query-client.ts'
import { mountReactPageBehindSignIn } from './mount-react-page-behind-sign-in.tsx'
import { createAccountPageClientRouter } from './account-routes.tsx'
import './account.css'

const queryClient = createQueryClient()
void queryClient.prefetchQuery(currentSessionQueryOptions)
await mountReactPageBehindSignIn(createAccountPageClientRouter(), queryClient, ['account', 'person'])
