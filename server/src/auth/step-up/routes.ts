// HTTP for the step-up.
import { refusalOf } from '../challenges/answer.ts'
import type { ChallengeApp } from '../challenges/challenge-app.ts'
import { issuePasskeyRequest } from '../passkeys/challenge.ts'
import { listPasskeys } from '../passkeys/store.ts'
import { registerCall } from '../../platform/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { requireSession } from '../session-guard/require-session.ts'
import { admit } from '../sign-in/admit.ts'
import { readAttempt, readSignedAttempt } from '../sign-in/read-attempt.ts'
import { stepUpWithPasskey } from './passkey-step-up.ts'
import { stepUp } from './step-up.ts'

export function registerStepUp(app: ChallengeApp): void {
  registerCall(app, 'stepUp', async ({ body, request, reply }) => {
    const { person } = await requireSession(app, request)
    const attempt = await readSignedAttempt(app, request, body, person.id)
    const result = await stepUp({ ...app, queries: app.database.queries }, { ...attempt, purpose: 'step-up', person })
    if (result.outcome === 'refused') throw refusalOf(result)
    return admit(app, request, reply, result)
  })

  registerCall(app, 'createPasskeyStepUp', async ({ request, reply }) => {
    const { person } = await requireSession(app, request)
    const passkeys = await listPasskeys(app.database.queries, person.id)
    if (passkeys.length === 0) throw new Refusal('passkey.not_found')
    return issuePasskeyRequest(app, request, reply, { purpose: 'passkey-step-up', personId: person.id }, passkeys)
  })

  registerCall(app, 'stepUpWithPasskey', async ({ body, request, reply }) => {
    const { person } = await requireSession(app, request)
    const attempt = await readAttempt(app, request, person.id)
    const world = { ...app, queries: app.database.queries }
    const result = await stepUpWithPasskey(world, {
      ...attempt,
      personId: person.id,
      purpose: 'passkey-step-up',
      assertion: body.assertion,
    })
    if (result.outcome === 'refused') throw refusalOf(result)
    return admit(app, request, reply, result)
  })
}
