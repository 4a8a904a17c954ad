// Reads from a request what an attempt to prove oneself is made of, and counts it: the limits come before any work.
import type { FastifyRequest } from 'fastify'
import { readBrowserHash } from '../platform/browser-secret.ts'
import type { App } from '../platform/call.ts'
import { networkPrefix } from '../platform/network-prefix.ts'
import { Refusal } from '../platform/refusal.ts'
import { readUserAgent } from '../platform/user-agent.ts'
import { readTokenHash } from '../sessions/require-session.ts'
import type { Arrival } from './let-in.ts'

/** Where an attempt comes from, and who is signed in there; null for a sign-in. */
type ReadAttempt = Arrival & { personId: string | null }

/**
 * Counts an attempt and reads where it comes from.
 * @throws Refusal `rate.limited`
 */
export async function readAttempt(app: App, request: FastifyRequest, personId: string | null, interaction?: string): Promise<ReadAttempt> {
  const prefix = networkPrefix(request.ip)
  await app.rateLimits.signInsOfNetwork(prefix)
  await app.rateLimits.signInsInAll()
  return {
    personId,
    interaction: interaction ?? null,
    browserHash: readBrowserHash(app, request),
    previousTokenHash: readTokenHash(app, request),
    networkPrefix: prefix,
    userAgent: readUserAgent(request),
    now: app.clock(),
  }
}

/**
 * The same for an attempt with a signed message.
 * @throws Refusal `rate.limited`, `signature.malformed`
 */
export async function readSignedAttempt(
  app: App,
  request: FastifyRequest,
  { message, signature, interaction }: { message: string; signature: string; interaction?: string },
  personId: string | null,
): Promise<ReadAttempt & { message: string; signature: string }> {
  const attempt = await readAttempt(app, request, personId, interaction)
  if (signature.length > app.settings.limits.signatureBytes) {
    throw new Refusal('signature.malformed', { privateDetail: 'longer than the limit' })
  }
  return { ...attempt, message, signature }
}
