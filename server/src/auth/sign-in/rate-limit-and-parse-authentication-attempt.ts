// Reads from a request what an attempt to prove oneself is made of, and counts it: the limits come before any work.
import type { FastifyRequest } from 'fastify'
import { readBrowserBindingHash } from '../../platform/browser-binding-cookie.ts'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import { toIpNetworkPrefix } from '../../platform/ip-network-prefix.ts'
import type { RateLimitCaller } from '../../platform/rate-limits/rate-limiter.ts'
import { ApiError } from '../../platform/api-error.ts'
import { readUserAgent } from '../../platform/read-user-agent.ts'
import {
  identifyRateLimitCaller,
  identifySignedInRateLimitCaller,
} from '../session-guard/identify-rate-limit-caller.ts'
import { readSessionTokenHash } from '../session-guard/require-request-session.ts'
import type { SignInBrowserContext } from './complete-sign-in.ts'

/** Where an attempt comes from, and who is signed in there; null for a sign-in. */
type ParsedAuthenticationAttempt = SignInBrowserContext & { caller: RateLimitCaller; personId: string | null }

/**
 * Counts an attempt of its own networks, and reads where it comes from. What it names is judged before it counts where all are.
 * @throws ApiError `rate.limited`
 */
export async function rateLimitAndParseAuthenticationAttempt(
  app: ServerAppContext,
  request: FastifyRequest,
  personId: string | null,
  interaction?: string,
): Promise<ParsedAuthenticationAttempt> {
  const caller = personId === null ? identifyRateLimitCaller(app, request) : identifySignedInRateLimitCaller(request)
  await app.rateLimiter.consumeNetworkBudget('signIns', caller)
  return {
    caller,
    personId,
    interaction: interaction ?? null,
    browserHash: readBrowserBindingHash(app, request),
    previousTokenHash: readSessionTokenHash(app, request),
    networkPrefix: toIpNetworkPrefix(request.ip),
    userAgent: readUserAgent(request),
    now: app.clock(),
  }
}

/**
 * The same for an attempt with a signed message.
 * @throws ApiError `rate.limited`, `signature.too_long`
 */
export async function rateLimitAndParseSignedMessageAttempt(
  app: ServerAppContext,
  request: FastifyRequest,
  { message, signature, interaction }: { message: string; signature: string; interaction?: string },
  personId: string | null,
): Promise<ParsedAuthenticationAttempt & { message: string; signature: string }> {
  const attempt = await rateLimitAndParseAuthenticationAttempt(app, request, personId, interaction)
  if (signature.length > app.settings.limits.signatureBytes) {
    throw new ApiError('signature.too_long')
  }
  return { ...attempt, message, signature }
}
