// Finds the session that a request comes with. Read from the database at every request, so that ending it takes effect
// at once, on every instance (THREATS P4).
import type { FastifyRequest } from 'fastify'
import { readBrowserBindingHash } from '../../platform/browser-binding-cookie.ts'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import type { PeopleTable } from '../../platform/database/database-schema.ts'
import { ApiError } from '../../platform/api-error.ts'
import { hashBearerSecret, isBearerSecret } from '../../platform/random-bearer-secret.ts'
import { toIpNetworkPrefix } from '../../platform/ip-network-prefix.ts'
import { listRolesOfPerson } from '../../store/roles/role-store.ts'
import { isSessionLastSeenUpdateDue, getSessionLifetimes } from '../../store/sessions/role-session-lifetime-rules.ts'
import { getStepUpFreshUntil } from '../../store/sessions/describe-session.ts'
import { findActiveSession, wasReplacedByActiveSession, recordSessionUse } from '../../store/sessions/session-store.ts'
import type { SessionQueryRow, SessionDescriptionContext } from '../../store/sessions/describe-session.ts'

/** Who is asking. */
export interface AuthenticatedSession {
  session: SessionQueryRow
  person: PeopleTable
}

/** Hash of the session token that a request comes with, of whatever session; null where it has none. */
export function readSessionTokenHash({ cookies }: ServerAppContext, request: FastifyRequest): string | null {
  const token = request.cookies[cookies.session.name]
  return isBearerSecret(token) ? hashBearerSecret(token) : null
}

/**
 * The active session of a request, or null.
 */
export async function findRequestSession(
  app: ServerAppContext,
  request: FastifyRequest,
): Promise<AuthenticatedSession | null> {
  const tokenHash = readSessionTokenHash(app, request)
  if (tokenHash === null) return null
  const now = app.clock()
  const { queries } = app.database
  const found = await findActiveSession(queries, tokenHash, now)
  if (found === undefined) return null
  if (!isSessionLastSeenUpdateDue(found.session, now)) return found
  const { idleMs } = getSessionLifetimes(
    app.settings.limits,
    (await listRolesOfPerson(queries, found.person.id)).length > 0,
  )
  await recordSessionUse(queries, found.session.id, now, now + idleMs)
  return { ...found, session: { ...found.session, last_seen_at: now } }
}

/** Whether who sent a request is signed in still, be it that they have stepped up meanwhile in another tab: for what takes long to answer. */
export async function isRequestStillSignedIn(app: ServerAppContext, request: FastifyRequest): Promise<boolean> {
  const tokenHash = readSessionTokenHash(app, request)
  return (
    (await findRequestSession(app, request)) !== null ||
    (tokenHash !== null && (await wasReplacedByActiveSession(app.database.queries, tokenHash, app.clock())))
  )
}

/**
 * The active session of a request.
 * @throws ApiError `session.required`
 */
export async function requireRequestSession(
  app: ServerAppContext,
  request: FastifyRequest,
): Promise<AuthenticatedSession> {
  const found = await findRequestSession(app, request)
  if (found === null) throw new ApiError('session.required')
  return found
}

/** Whether a request comes from the browser that its session began in; the token alone can have been copied into another. */
export const isRequestFromSessionBrowser = (
  app: ServerAppContext,
  request: FastifyRequest,
  { browser_hash }: SessionQueryRow,
): boolean => browser_hash !== null && browser_hash === readBrowserBindingHash(app, request)

/** Whether it was proved lately in this browser that it is still the person who uses it: for whatever is sensitive (SPEC point 9, step-up
 * freshness). */
export const hasFreshStepUp = (
  app: ServerAppContext,
  request: FastifyRequest,
  { session }: AuthenticatedSession,
): boolean =>
  getStepUpFreshUntil(session, { limits: app.settings.limits, now: app.clock() }) !== null &&
  isRequestFromSessionBrowser(app, request, session)

/** Whether a request comes from a browser that is known to be the person's own, or was confirmed lately. */
export const hasTrustedBrowserOrStepUp = (
  app: ServerAppContext,
  request: FastifyRequest,
  found: AuthenticatedSession,
): boolean =>
  (found.session.browser_known_at !== null && isRequestFromSessionBrowser(app, request, found.session)) ||
  hasFreshStepUp(app, request, found)

/**
 * The active session of a request, where it was confirmed lately.
 * @throws ApiError `session.required`, `step_up.required`
 */
export async function requireFreshStepUp(
  app: ServerAppContext,
  request: FastifyRequest,
): Promise<AuthenticatedSession> {
  const found = await requireRequestSession(app, request)
  if (!hasFreshStepUp(app, request, found)) throw new ApiError('step_up.required')
  return found
}

/**
 * The active session of a request, where it comes from a browser that is known or was confirmed lately: for whatever signs others out. Who
 * signed in with a carried signature (THREATS M17) could otherwise keep the person from ever ending that.
 * @throws ApiError `session.required`, `step_up.required`
 */
export async function requireTrustedBrowserOrStepUp(
  app: ServerAppContext,
  request: FastifyRequest,
): Promise<AuthenticatedSession> {
  const found = await requireRequestSession(app, request)
  if (!hasTrustedBrowserOrStepUp(app, request, found)) throw new ApiError('step_up.required')
  return found
}

/** From where a request looks at sessions. */
export const createSessionDescriptionContext = (
  app: ServerAppContext,
  request: FastifyRequest,
  currentId: string,
): SessionDescriptionContext => ({
  currentId,
  networkPrefix: toIpNetworkPrefix(request.ip),
  limits: app.settings.limits,
  chains: app.settings.chains,
  now: app.clock(),
})
