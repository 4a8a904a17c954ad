// The entry of the account: its router, and who is signed in.
import { createQueryClient, currentSession } from '../api/answers.ts'
import { bootBehind } from './behind.tsx'
import { createAccountRouter } from './routes.tsx'
import './account.css'

const answers = createQueryClient()
void answers.prefetchQuery(currentSession)
await bootBehind(createAccountRouter(), answers, ['account', 'person'])
