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

type ParsedAuthenticationAttempt = SignInBrowserContext & { caller: RateLimitCaller; personId: string | null }

/** Charges only the network budgets; the shared budget is charged once the attempt is checked. */
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
