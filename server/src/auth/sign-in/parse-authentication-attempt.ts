// Reads from a request what an attempt to prove oneself is made of, and counts it: the limits come before any work.
import type { FastifyRequest } from 'fastify'
import { readBrowserBindingHash } from '../../platform/browser-binding-cookie.ts'
import type { AppContext } from '../../platform/register-endpoint.ts'
import { toNetworkPrefix } from '../../platform/network-prefix.ts'
import type { RateLimitCaller } from '../../platform/rate-limits/rate-limiter.ts'
import { ApiError } from '../../platform/api-error.ts'
import { readUserAgent } from '../../platform/user-agent.ts'
import { createRateLimitCaller, createSignedInRateLimitCaller } from '../session-guard/rate-limit-caller.ts'
import { readSessionTokenHash } from '../session-guard/require-session.ts'
import type { SignInRequestInfo } from './complete-sign-in.ts'

/** Where an attempt comes from, and who is signed in there; null for a sign-in. */
type ParsedAuthenticationAttempt = SignInRequestInfo & { caller: RateLimitCaller; personId: string | null }

/**
 * Counts an attempt of its own networks, and reads where it comes from. What it names is judged before it counts where all are.
 * @throws ApiError `rate.limited`
 */
export async function parseAuthenticationAttempt(
  app: AppContext,
  request: FastifyRequest,
  personId: string | null,
  interaction?: string,
): Promise<ParsedAuthenticationAttempt> {
  const caller = personId === null ? createRateLimitCaller(app, request) : createSignedInRateLimitCaller(request)
  await app.rateLimiter.consumeNetworkBudget('signIns', caller)
  return {
    caller,
    personId,
    interaction: interaction ?? null,
    browserHash: readBrowserBindingHash(app, request),
    previousTokenHash: readSessionTokenHash(app, request),
    networkPrefix: toNetworkPrefix(request.ip),
    userAgent: readUserAgent(request),
    now: app.clock(),
  }
}

/**
 * The same for an attempt with a signed message.
 * @throws ApiError `rate.limited`, `signature.too_long`
 */
export async function parseSignedMessageAttempt(
  app: AppContext,
  request: FastifyRequest,
  { message, signature, interaction }: { message: string; signature: string; interaction?: string },
  personId: string | null,
): Promise<ParsedAuthenticationAttempt & { message: string; signature: string }> {
  const attempt = await parseAuthenticationAttempt(app, request, personId, interaction)
  if (signature.length > app.settings.limits.signatureBytes) {
    throw new ApiError('signature.too_long')
  }
  return { ...attempt, message, signature }
}
