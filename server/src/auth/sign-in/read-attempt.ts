// Reads from a request what an attempt to prove oneself is made of, and counts it: the limits come before any work.
import type { FastifyRequest } from 'fastify'
import { readBrowserHash } from '../../platform/browser-secret.ts'
import type { App } from '../../platform/call.ts'
import { networkPrefix } from '../../platform/network-prefix.ts'
import type { Caller } from '../../platform/rate-limits/rate-limits.ts'
import { Refusal } from '../../platform/refusal.ts'
import { readUserAgent } from '../../platform/user-agent.ts'
import { callerOf, signedInCaller } from '../session-guard/caller.ts'
import { readTokenHash } from '../session-guard/require-session.ts'
import type { Arrival } from './let-in.ts'

/** Where an attempt comes from, and who is signed in there; null for a sign-in. */
type ReadAttempt = Arrival & { caller: Caller; personId: string | null }

/**
 * Counts an attempt of its own networks, and reads where it comes from. What it names is judged before it counts where all are.
 * @throws Refusal `rate.limited`
 */
export async function readAttempt(
  app: App,
  request: FastifyRequest,
  personId: string | null,
  interaction?: string,
): Promise<ReadAttempt> {
  const caller = personId === null ? callerOf(app, request) : signedInCaller(request)
  await app.rateLimits.enter('signIns', caller)
  return {
    caller,
    personId,
    interaction: interaction ?? null,
    browserHash: readBrowserHash(app, request),
    previousTokenHash: readTokenHash(app, request),
    networkPrefix: networkPrefix(request.ip),
    userAgent: readUserAgent(request),
    now: app.clock(),
  }
}

/**
 * The same for an attempt with a signed message.
 * @throws Refusal `rate.limited`, `signature.too_long`
 */
export async function readSignedAttempt(
  app: App,
  request: FastifyRequest,
  { message, signature, interaction }: { message: string; signature: string; interaction?: string },
  personId: string | null,
): Promise<ReadAttempt & { message: string; signature: string }> {
  const attempt = await readAttempt(app, request, personId, interaction)
  if (signature.length > app.settings.limits.signatureBytes) {
    throw new Refusal('signature.too_long')
  }
  return { ...attempt, message, signature }
}
