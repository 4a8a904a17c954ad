// Whether somebody is let in to a page, by the rule of its site: looked at with each request, so that what changes counts from the next one on
// (THREATS O16).
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
  /** Nobody is signed in there, or not lately enough, or not in a way that the site accepts. */
  | { outcome: 'sign-in' }
  /** Who is signed in belongs to none of these groups. */
  | { outcome: 'not-in-group'; site: string; groups: readonly string[] }

/** @param secret of the visit that the browser shows; null where it shows none */
export async function authorizeProtectedSiteRequest(
  app: ServerAppContext,
  host: string,
  secret: string | null,
): Promise<ProtectedSiteAccessDecision> {
  const now = app.clock()
  const { queries } = app.database
  const visit = secret === null ? undefined : await findProtectedSiteSession(queries, host, secret, now)
  if (visit === undefined) return { outcome: 'sign-in' }
  // Nobody is let in without a name; on the way of the sign-in they get one.
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

/** Whoever reads there is not idle here; noted as seldom as any other use. */
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
