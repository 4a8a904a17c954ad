// HTTP for passkeys: to sign in with, and the person's own list of them.
import { refusalOf } from '../challenges/answer.ts'
import type { ChallengeApp } from '../challenges/challenge-app.ts'
import { checkOwnLabel } from '../../store/people/label.ts'
import { registerCall } from '../../platform/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { isAddressOrigin } from '../../platform/settings.ts'
import { holdSignedIn } from '../../store/sessions/hold.ts'
import { requireConfirmed, requireSession } from '../session-guard/require-session.ts'
import { admit, nextAfter } from '../sign-in/admit.ts'
import { readAttempt } from '../sign-in/read-attempt.ts'
import { addPasskey } from './add.ts'
import { issuePasskeyRequest } from './challenge.ts'
import { issueCreation } from './creation.ts'
import { removePasskey } from './remove.ts'
import { signInWithPasskey } from './sign-in.ts'
import { issueSignUp, requireSignUp, signUp } from './sign-up.ts'
import { changePasskey, describePasskey, listPasskeys } from './store.ts'

export function registerPasskeys(app: ChallengeApp): void {
  registerPasskeySignIn(app)
  registerFirstWays(app)
  registerPasskeyList(app)
}

function registerPasskeySignIn(app: ChallengeApp): void {
  const { queries } = app.database

  registerCall(app, 'createPasskeySignIn', async ({ body, request, reply }) => {
    return issuePasskeyRequest(
      app,
      request,
      reply,
      { purpose: 'passkey-sign-in', personId: null, interaction: body.interaction },
      [],
    )
  })

  registerCall(app, 'signInWithPasskey', async ({ body, request, reply }) => {
    const attempt = await readAttempt(app, request, null, body.interaction)
    const result = await signInWithPasskey(
      { ...app, queries },
      { ...attempt, purpose: 'passkey-sign-in', assertion: body.assertion },
    )
    if (result.outcome === 'refused') throw refusalOf(result)
    return { ...admit(app, request, reply, result), next: nextAfter(body.interaction) }
  })
}

/** What who has no wallet is offered, and the way in that is a first passkey. */
function registerFirstWays(app: ChallengeApp): void {
  const { settings, rateLimits } = app
  const { queries } = app.database

  registerCall(app, 'readFirstWays', async () => ({
    namespaces: [...settings.namespaces],
    wallets: [...settings.walletsOffered],
    passkey: settings.passkeyFirst === 'on' && !isAddressOrigin(settings.origin),
  }))

  registerCall(app, 'createPasskeySignUp', async ({ body, request, reply }) =>
    issueSignUp(app, request, reply, body.interaction),
  )

  registerCall(app, 'signUpWithPasskey', async ({ body, request, reply }) => {
    requireSignUp(settings)
    const attempt = await readAttempt(app, request, null, body.interaction)
    await rateLimits.enter('signUps', attempt.caller)
    const result = await signUp({ ...app, queries }, { ...attempt, attestation: body.attestation })
    if (result.outcome === 'refused') throw refusalOf(result)
    return { ...admit(app, request, reply, result), next: nextAfter(body.interaction) }
  })
}

function registerPasskeyList(app: ChallengeApp): void {
  const { cookies, clock, random } = app
  const { queries } = app.database

  registerCall(app, 'listPasskeys', async ({ request }) => {
    const { person } = await requireSession(app, request)
    return {
      items: (await listPasskeys(queries, person.id)).map(describePasskey),
      nextCursor: null,
      most: app.settings.limits.passkeysPerPerson,
    }
  })

  registerCall(app, 'createPasskeyOptions', async ({ request, reply }) => {
    const { person } = await requireConfirmed(app, request)
    return issueCreation(app, request, reply, person)
  })

  registerCall(app, 'addPasskey', async ({ body, request }) => {
    const signedIn = await requireConfirmed(app, request)
    const label = await checkOwnLabel(queries, signedIn.person.id, body.label ?? null)
    const attempt = await readAttempt(app, request, signedIn.person.id)
    const result = await addPasskey({ ...app, queries }, { ...attempt, signedIn, attestation: body.attestation, label })
    if (result.outcome === 'refused') throw refusalOf(result)
    return describePasskey(result.passkey)
  })

  registerCall(app, 'changePasskey', async ({ params, body, request }) => {
    const signedIn = await requireConfirmed(app, request)
    const label = await checkOwnLabel(queries, signedIn.person.id, body.label)
    const changed = await queries.transaction().execute(async (transaction) => {
      await holdSignedIn(transaction, signedIn)
      return changePasskey(transaction, { id: params.id, personId: signedIn.person.id }, { label })
    })
    if (changed === undefined) throw new Refusal('passkey.not_found')
    return describePasskey(changed)
  })

  registerCall(app, 'removePasskey', async ({ params, request, reply }) => {
    const signedIn = await requireConfirmed(app, request)
    const signedOut = await removePasskey({ queries, random }, signedIn, params.id, clock())
    if (signedOut) reply.clearCookie(cookies.session.name, cookies.session.options)
    return { signedOut }
  })
}
