// The session is read on each request, so that a revoked one ends at once (THREATS P4).
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

export interface AuthenticatedSession {
  session: SessionQueryRow
  person: PeopleTable
}

/** Includes tokens of ended sessions; null if the request has no token. */
export function readSessionTokenHash({ cookies }: ServerAppContext, request: FastifyRequest): string | null {
  const token = request.cookies[cookies.session.name]
  return isBearerSecret(token) ? hashBearerSecret(token) : null
}

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

/** Also true if a step-up in another tab has replaced the session. */
export async function isRequestStillSignedIn(app: ServerAppContext, request: FastifyRequest): Promise<boolean> {
  const tokenHash = readSessionTokenHash(app, request)
  return (
    (await findRequestSession(app, request)) !== null ||
    (tokenHash !== null && (await wasReplacedByActiveSession(app.database.queries, tokenHash, app.clock())))
  )
}

export async function requireRequestSession(
  app: ServerAppContext,
  request: FastifyRequest,
): Promise<AuthenticatedSession> {
  const found = await findRequestSession(app, request)
  if (found === null) throw new ApiError('session.required')
  return found
}

/** A session token alone could be copied to another browser. */
export const isRequestFromSessionBrowser = (
  app: ServerAppContext,
  request: FastifyRequest,
  { browser_hash }: SessionQueryRow,
): boolean => browser_hash !== null && browser_hash === readBrowserBindingHash(app, request)

/** Required for sensitive actions (SPEC point 9). */
export const hasFreshStepUp = (
  app: ServerAppContext,
  request: FastifyRequest,
  { session }: AuthenticatedSession,
): boolean =>
  getStepUpFreshUntil(session, { limits: app.settings.limits, now: app.clock() }) !== null &&
  isRequestFromSessionBrowser(app, request, session)

export const hasTrustedBrowser = (
  app: ServerAppContext,
  request: FastifyRequest,
  { session }: AuthenticatedSession,
): boolean => session.browser_known_at !== null && isRequestFromSessionBrowser(app, request, session)

export const hasTrustedBrowserOrStepUp = (
  app: ServerAppContext,
  request: FastifyRequest,
  found: AuthenticatedSession,
): boolean => hasTrustedBrowser(app, request, found) || hasFreshStepUp(app, request, found)

export async function requireFreshStepUp(
  app: ServerAppContext,
  request: FastifyRequest,
): Promise<AuthenticatedSession> {
  const found = await requireRequestSession(app, request)
  if (!hasFreshStepUp(app, request, found)) throw new ApiError('step_up.required')
  return found
}

/** For ending sessions, which must not work with a relayed signature (THREATS M17). */
export async function requireTrustedBrowserOrStepUp(
  app: ServerAppContext,
  request: FastifyRequest,
): Promise<AuthenticatedSession> {
  const found = await requireRequestSession(app, request)
  if (!hasTrustedBrowserOrStepUp(app, request, found)) throw new ApiError('step_up.required')
  return found
}

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
