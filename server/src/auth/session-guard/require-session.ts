// Finds the session that a request comes with. Read from the database at every request, so that ending it takes effect
// at once, on every instance (THREATS P4).
import type { FastifyRequest } from 'fastify'
import { readBrowserHash } from '../../platform/browser-secret.ts'
import type { App } from '../../platform/call.ts'
import type { PeopleTable } from '../../platform/database/schema.ts'
import { Refusal } from '../../platform/refusal.ts'
import { hashSecret, isSecret } from '../../platform/secret.ts'
import { networkPrefix } from '../../platform/network-prefix.ts'
import { rolesOf } from '../../store/roles/store.ts'
import { isTouchDue, sessionTimes } from '../../store/sessions/role-limits.ts'
import { confirmedUntil, findActiveSession, goesOn, touchSession } from '../../store/sessions/store.ts'
import type { SessionRow, SessionView } from '../../store/sessions/store.ts'

/** Who is asking. */
export interface SignedIn {
  session: SessionRow
  person: PeopleTable
}

/** Hash of the session token that a request comes with, of whatever session; null where it has none. */
export function readTokenHash({ cookies }: App, request: FastifyRequest): string | null {
  const token = request.cookies[cookies.session.name]
  return isSecret(token) ? hashSecret(token) : null
}

/**
 * The active session of a request, or null.
 */
export async function findSession(app: App, request: FastifyRequest): Promise<SignedIn | null> {
  const tokenHash = readTokenHash(app, request)
  if (tokenHash === null) return null
  const now = app.clock()
  const { queries } = app.database
  const found = await findActiveSession(queries, tokenHash, now)
  if (found === undefined) return null
  if (!isTouchDue(found.session, now)) return found
  const { idleMs } = sessionTimes(app.settings.limits, (await rolesOf(queries, found.person.id)).length > 0)
  await touchSession(queries, found.session.id, now, now + idleMs)
  return { ...found, session: { ...found.session, last_seen_at: now } }
}

/** Whether who sent a request is signed in still, be it that they have stepped up meanwhile in another tab: for what takes long to answer. */
export async function isStillSignedIn(app: App, request: FastifyRequest): Promise<boolean> {
  const tokenHash = readTokenHash(app, request)
  return (
    (await findSession(app, request)) !== null ||
    (tokenHash !== null && (await goesOn(app.database.queries, tokenHash, app.clock())))
  )
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

/** Whether a request comes from the browser that its session began in; the token alone can have been copied into another. */
export const isAtHome = (app: App, request: FastifyRequest, { browser_hash }: SessionRow): boolean =>
  browser_hash !== null && browser_hash === readBrowserHash(app, request)

/** Whether it was proved lately in this browser that it is still the person who uses it: for whatever is sensitive (SPEC point 9, step-up
 * freshness). */
export const isConfirmed = (app: App, request: FastifyRequest, { session }: SignedIn): boolean =>
  confirmedUntil(session, { limits: app.settings.limits, now: app.clock() }) !== null && isAtHome(app, request, session)

/** Whether a request comes from a browser that is known to be the person's own, or was confirmed lately. */
export const isTrusted = (app: App, request: FastifyRequest, found: SignedIn): boolean =>
  (found.session.browser_known_at !== null && isAtHome(app, request, found.session)) || isConfirmed(app, request, found)

/**
 * The active session of a request, where it was confirmed lately.
 * @throws Refusal `session.required`, `step_up.required`
 */
export async function requireConfirmed(app: App, request: FastifyRequest): Promise<SignedIn> {
  const found = await requireSession(app, request)
  if (!isConfirmed(app, request, found)) throw new Refusal('step_up.required')
  return found
}

/**
 * The active session of a request, where it comes from a browser that is known or was confirmed lately: for whatever signs others out. Who
 * signed in with a carried signature (THREATS M17) could otherwise keep the person from ever ending that.
 * @throws Refusal `session.required`, `step_up.required`
 */
export async function requireTrusted(app: App, request: FastifyRequest): Promise<SignedIn> {
  const found = await requireSession(app, request)
  if (!isTrusted(app, request, found)) throw new Refusal('step_up.required')
  return found
}

/** From where a request looks at sessions. */
export const viewOf = (app: App, request: FastifyRequest, currentId: string): SessionView => ({
  currentId,
  networkPrefix: networkPrefix(request.ip),
  limits: app.settings.limits,
  chains: app.settings.chains,
  now: app.clock(),
})
