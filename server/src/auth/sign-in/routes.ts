// HTTP for the sign-in.
import { refusalOf } from '../challenges/answer.ts'
import type { ChallengeApp } from '../challenges/challenge-app.ts'
import { registerCall } from '../../platform/call.ts'
import { admit, nextAfter } from './admit.ts'
import { readSignedAttempt } from './read-attempt.ts'
import { signIn } from './sign-in.ts'

export function registerSignIn(app: ChallengeApp): void {
  registerCall(app, 'signIn', async ({ body, request, reply }) => {
    const attempt = await readSignedAttempt(app, request, body, null)
    const result = await signIn({ ...app, queries: app.database.queries }, { ...attempt, purpose: 'sign-in' })
    if (result.outcome === 'refused') throw refusalOf(result)
    return { ...admit(app, request, reply, result), next: nextAfter(body.interaction) }
  })
}
