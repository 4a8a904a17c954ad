// HTTP for the sign-in.
import { createRefusedAttemptApiError } from '../challenges/authentication-attempt.ts'
import type { ChallengeAppContext } from '../challenges/challenge-app-context.ts'
import { registerEndpoint } from '../../platform/register-endpoint.ts'
import { setSessionCookie, getPostSignInPath } from './set-session-cookie.ts'
import { parseSignedMessageAttempt } from './parse-authentication-attempt.ts'
import { signInWithWallet } from './wallet-sign-in.ts'

export function registerSignInRoutes(app: ChallengeAppContext): void {
  registerEndpoint(app, 'signIn', async ({ body, request, reply }) => {
    const attempt = await parseSignedMessageAttempt(app, request, body, null)
    const result = await signInWithWallet({ ...app, queries: app.database.queries }, { ...attempt, purpose: 'sign-in' })
    if (result.outcome === 'refused') throw createRefusedAttemptApiError(result)
    return { ...setSessionCookie(app, request, reply, result), next: getPostSignInPath(body.interaction) }
  })
}
