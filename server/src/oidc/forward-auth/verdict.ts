// Whether somebody is let in to a page, by the rule of its site: looked at with each request, so that what changes counts from the next one on
// (THREATS O16).
import { keepSessionAwake } from '../../store/sessions/keep-awake.ts'
import { touchIntervalMs } from '../../store/sessions/role-limits.ts'
import { listGroupNames } from '../../store/groups/store.ts'
import type { App } from '../../platform/call.ts'
import { createGroupGate, letsIn } from '../provider/group-gate.ts'
import { acceptsWay } from '../../store/applications/accepted-way.ts'
import { findVisit } from './visits.ts'
import type { Visit } from './visits.ts'

export type Verdict =
  | { outcome: 'let-in'; visit: Visit; groups: readonly string[] }
  /** Nobody is signed in there, or not lately enough, or not in a way that the site accepts. */
  | { outcome: 'sign-in' }
  /** Who is signed in belongs to none of these groups. */
  | { outcome: 'no-group'; site: string; groups: readonly string[] }

/** @param secret of the visit that the browser shows; null where it shows none */
export async function judgeVisit(app: App, host: string, secret: string | null): Promise<Verdict> {
  const now = app.clock()
  const { queries } = app.database
  const visit = secret === null ? undefined : await findVisit(queries, host, secret, now)
  if (visit === undefined) return { outcome: 'sign-in' }
  // Nobody is let in without a name; on the way of the sign-in they get one.
  if (visit.subject === null) return { outcome: 'sign-in' }
  const { application, session, person } = visit
  const { maximumAgeSeconds, allowedGroups } = application.definition
  if (maximumAgeSeconds !== null && now - session.created_at > maximumAgeSeconds * 1000) return { outcome: 'sign-in' }
  if (!acceptsWay(application, session)) return { outcome: 'sign-in' }
  const memberships = await createGroupGate(app).read(person.id, application, now)
  if (!letsIn(application, memberships))
    return { outcome: 'no-group', site: application.name, groups: await listGroupNames(queries, allowedGroups) }
  await noteUse(app, visit, now)
  return { outcome: 'let-in', visit, groups: memberships.map(({ id }) => id) }
}

/** Whoever reads there is not idle here; noted as seldom as any other use. */
async function noteUse({ database, settings }: App, { authorizationId, session }: Visit, now: number): Promise<void> {
  const idleMs = settings.limits.sessionIdleSeconds * 1000
  if (now - session.last_seen_at < touchIntervalMs(idleMs)) return
  await database.queries
    .transaction()
    .execute((transaction) => keepSessionAwake(transaction, authorizationId, now, idleMs))
}
