// Decides on each request whether a person may access a protected site (THREATS O16).
import { extendSessionIdleTimeout } from '../../store/sessions/extend-session-idle-timeout.ts'
import { getSessionLastSeenUpdateIntervalMs } from '../../store/sessions/role-session-lifetime-rules.ts'
import { findGroupNamesByIds } from '../../store/groups/group-store.ts'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import {
  createApplicationGroupAccessControl,
  isGroupRequirementMet,
} from '../provider/application-group-access-control.ts'
import { acceptsSignInMethod } from '../../store/applications/sign-in-methods-accepted-by-application.ts'
import { findProtectedSiteSession } from './protected-site-session-store.ts'
import type { ProtectedSiteSession } from './protected-site-session-store.ts'

export type ProtectedSiteAccessDecision =
  | { outcome: 'allowed'; siteSession: ProtectedSiteSession; groups: readonly string[] }
  /** Not signed in, or signed in too long ago or with a method that the site does not accept. */
  | { outcome: 'sign-in' }
  | { outcome: 'not-in-group'; site: string; groups: readonly string[] }

/** `secret` is null if the browser has no session on the host. */
export async function authorizeProtectedSiteRequest(
  app: ServerAppContext,
  host: string,
  secret: string | null,
): Promise<ProtectedSiteAccessDecision> {
  const now = app.clock()
  const { queries } = app.database
  const visit = secret === null ? undefined : await findProtectedSiteSession(queries, host, secret, now)
  if (visit === undefined) return { outcome: 'sign-in' }
  // Access needs a subject identifier, which the sign-in creates.
  if (visit.subject === null) return { outcome: 'sign-in' }
  const { application, session, person } = visit
  const { maxAgeSeconds, allowedGroups } = application.definition
  if (maxAgeSeconds !== null && now - session.created_at > maxAgeSeconds * 1000) return { outcome: 'sign-in' }
  if (!acceptsSignInMethod(application, session)) return { outcome: 'sign-in' }
  const memberships = await createApplicationGroupAccessControl(app).readMemberships(person.id, application, now)
  if (!isGroupRequirementMet(application, memberships))
    return {
      outcome: 'not-in-group',
      site: application.name,
      groups: await findGroupNamesByIds(queries, allowedGroups),
    }
  await recordSessionUse(app, visit, now)
  return { outcome: 'allowed', siteSession: visit, groups: memberships.map(({ id }) => id) }
}

/** Using the site keeps the session active. This is recorded no more often than any other use. */
async function recordSessionUse(
  { database, settings }: ServerAppContext,
  { authorizationId, session }: ProtectedSiteSession,
  now: number,
): Promise<void> {
  const idleMs = settings.limits.sessionIdleTimeoutSeconds * 1000
  if (now - session.last_seen_at < getSessionLastSeenUpdateIntervalMs(idleMs)) return
  await database.queries
    .transaction()
    .execute((transaction) => extendSessionIdleTimeout(transaction, authorizationId, now, idleMs))
}
