// Finds the session that a request comes with. Read from the database at every request, so that ending it takes effect
// at once, on every instance (THREATS P4).
import type { FastifyRequest } from 'fastify'
import type { App } from '../platform/call.ts'
import type { PeopleTable } from '../platform/database/schema.ts'
import { Refusal } from '../platform/refusal.ts'
import { hashSecret, isSecret } from '../platform/secret.ts'
import { findActiveSession, touchSession } from './store.ts'
import type { SessionRow } from './store.ts'

/** Who is asking. */
export interface SignedIn {
  session: SessionRow
  person: PeopleTable
}

/** Use is noted once a minute at most: reading a page must not cost a durable write each time. Where sessions end soon when
 * idle, it is noted more often, so that their end stays true to a hundredth. */
export const touchIntervalMs = (idleMs: number): number => Math.min(60_000, idleMs / 100)

/**
 * The active session of a request, or null.
 */
export async function findSession(app: App, request: FastifyRequest): Promise<SignedIn | null> {
  const token = request.cookies[app.cookies.session.name]
  if (!isSecret(token)) return null
  const now = app.clock()
  const { queries } = app.database
  const found = await findActiveSession(queries, hashSecret(token), now)
  if (found === undefined) return null
  const idleMs = app.settings.limits.sessionIdleSeconds * 1000
  if (now - found.session.last_seen_at < touchIntervalMs(idleMs)) return found
  await touchSession(queries, found.session.id, now, now + idleMs)
  return { ...found, session: { ...found.session, last_seen_at: now } }
}

/**
 * The active session of a request.
 * @throws Refusal `session.required`
 */
export async function requireSession(app: App, request: FastifyRequest): Promise<SignedIn> {
  const found = await findSession(app, request)
  if (found === null) throw new Refusal('session.required')
  return found
}
