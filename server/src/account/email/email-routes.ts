import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { registerApiEndpoint } from '../../platform/register-api-endpoint.ts'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import { formatRfc3339Timestamp } from '../../platform/clock.ts'
import { ApiError } from '../../platform/api-error.ts'
import { identifySignedInRateLimitCaller } from '../../auth/session-guard/identify-rate-limit-caller.ts'
import { requireFreshStepUp, requireRequestSession } from '../../auth/session-guard/require-request-session.ts'
import type { AuthenticatedSession } from '../../auth/session-guard/require-request-session.ts'
import { createEmailVerificationHasher } from './email-verification-code.ts'
import type { OutgoingEmailQueue } from '../../store/email/in-memory-outgoing-email-queue.ts'
import { findStoredEmailVerificationCode, findEmailAddressOfPerson } from '../../store/email/email-store.ts'
import {
  confirmEmailVerificationCode,
  issueEmailVerificationCode,
  removeEmailAddress,
} from './verify-and-remove-email-address.ts'
import type { EmailVerificationContext } from './verify-and-remove-email-address.ts'

export function registerEmailRoutes(
  app: ServerAppContext,
  { serverKey, outbox }: { serverKey: Buffer; outbox: OutgoingEmailQueue | null },
): void {
  const { queries } = app.database
  const { limits, origin } = app.settings
  const context: EmailVerificationContext = {
    queries,
    random: app.random,
    origin,
    hashes: createEmailVerificationHasher(serverKey),
    limits,
  }

  async function describeEmail({ person, session }: AuthenticatedSession): Promise<ApiEndpointOutput<'readEmail'>> {
    const [email, code] = [
      await findEmailAddressOfPerson(queries, person.id),
      await findStoredEmailVerificationCode(queries, person.id, app.clock()),
    ]
    const isOfThisSession =
      code !== undefined && code.session_id === session.id && code.attempts < limits.emailCodeAttempts
    return {
      offered: outbox !== null,
      address: email?.address ?? null,
      verifiedAt: email === undefined ? null : formatRfc3339Timestamp(email.verified_at),
      awaited: isOfThisSession ? { address: code.address, expiresAt: formatRfc3339Timestamp(code.expires_at) } : null,
    }
  }

  registerApiEndpoint(app, 'readEmail', async ({ request }) => describeEmail(await requireRequestSession(app, request)))

  registerApiEndpoint(app, 'sendEmailCode', async ({ body, request }) => {
    const signedIn = await requireFreshStepUp(app, request)
    if (outbox === null) throw new ApiError('email.not_configured')
    const caller = identifySignedInRateLimitCaller(request)
    await app.rateLimiter.consumeNetworkBudget('emailCodes', caller)
    await app.rateLimiter.consumeSharedBudget('emailCodes', caller, {
      budget: 'emailCodesOfPerson',
      key: signedIn.person.id,
    })
    const { address, language } = body
    const email = await issueEmailVerificationCode(context, { address, language, holder: signedIn, now: app.clock() })
    const answer = await describeEmail(signedIn)
    if (email !== null) outbox.enqueue(email)
    return answer
  })

  registerApiEndpoint(app, 'confirmEmail', async ({ body, request }) => {
    const signedIn = await requireRequestSession(app, request)
    await app.rateLimiter.consumeKeyedBudget('emailTriesOfPerson', signedIn.person.id)
    await confirmEmailVerificationCode(context, body.code.replaceAll(/\D/g, ''), signedIn, app.clock())
    return describeEmail(signedIn)
  })

  registerApiEndpoint(app, 'removeEmail', async ({ request }) => {
    const signedIn = await requireFreshStepUp(app, request)
    await removeEmailAddress(context, signedIn, app.clock())
    return describeEmail(signedIn)
  })
}
