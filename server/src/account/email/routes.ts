// HTTP for the e-mail address of a person.
import type { CallAnswer } from '@countersign/api/calls'
import { registerCall } from '../../platform/call.ts'
import type { App } from '../../platform/call.ts'
import { formatTime } from '../../platform/clock.ts'
import { Refusal } from '../../platform/refusal.ts'
import { signedInCaller } from '../../auth/session-guard/caller.ts'
import { requireConfirmed, requireSession } from '../../auth/session-guard/require-session.ts'
import type { SignedIn } from '../../auth/session-guard/require-session.ts'
import { createEmailHashes } from './code.ts'
import type { Outbox } from '../../store/email/outbox.ts'
import { findCode, findEmail } from '../../store/email/store.ts'
import { confirmCode, createCodeLetter, removeEmail } from './verify.ts'
import type { World } from './verify.ts'

export function registerEmail(app: App, { serverKey, outbox }: { serverKey: Buffer; outbox: Outbox | null }): void {
  const { queries } = app.database
  const { limits, origin } = app.settings
  const world: World = { queries, random: app.random, origin, hashes: createEmailHashes(serverKey), limits }

  async function show({ person, session }: SignedIn): Promise<CallAnswer<'readEmail'>> {
    const [email, code] = [await findEmail(queries, person.id), await findCode(queries, person.id, app.clock())]
    const isHere = code !== undefined && code.session_id === session.id && code.tries < limits.emailCodeTries
    return {
      offered: outbox !== null,
      address: email?.address ?? null,
      verifiedAt: email === undefined ? null : formatTime(email.verified_at),
      awaited: isHere ? { address: code.address, expiresAt: formatTime(code.expires_at) } : null,
    }
  }

  registerCall(app, 'readEmail', async ({ request }) => show(await requireSession(app, request)))

  registerCall(app, 'sendEmailCode', async ({ body, request }) => {
    const signedIn = await requireConfirmed(app, request)
    if (outbox === null) throw new Refusal('email.not_offered')
    const caller = signedInCaller(request)
    await app.rateLimits.enter('emailCodes', caller)
    await app.rateLimits.share('emailCodes', caller, { budget: 'emailCodesOfPerson', key: signedIn.person.id })
    const { address, language } = body
    const letter = await createCodeLetter(world, { address, language, holder: signedIn, now: app.clock() })
    const answer = await show(signedIn)
    if (letter !== null) outbox.post(letter)
    return answer
  })

  registerCall(app, 'confirmEmail', async ({ body, request }) => {
    const signedIn = await requireSession(app, request)
    await app.rateLimits.own('emailTriesOfPerson', signedIn.person.id)
    await confirmCode(world, body.code.replaceAll(/\D/g, ''), signedIn, app.clock())
    return show(signedIn)
  })

  registerCall(app, 'removeEmail', async ({ request }) => {
    const signedIn = await requireConfirmed(app, request)
    await removeEmail(world, signedIn, app.clock())
    return show(signedIn)
  })
}
