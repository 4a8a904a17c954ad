// HTTP for the step-up.
import { registerCall } from '../platform/call.ts'
import type { App } from '../platform/call.ts'
import { Refusal } from '../platform/refusal.ts'
import { requireSession } from '../sessions/require-session.ts'
import { admit } from '../sign-in/admit.ts'
import { readSignedAttempt } from '../sign-in/read-attempt.ts'
import { stepUp } from './step-up.ts'

export function registerStepUp(app: App): void {
  registerCall(app, 'stepUp', async ({ body, request, reply }) => {
    const { person } = await requireSession(app, request)
    const attempt = await readSignedAttempt(app, request, body, person.id)
    const result = await stepUp({ ...app, queries: app.database.queries }, { ...attempt, purpose: 'step-up', person })
    if (result.outcome === 'refused') throw new Refusal(result.code, { privateDetail: result.reason })
    return admit(app, request, reply, result)
  })
}
