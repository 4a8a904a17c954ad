// Gives a person a role.
import type { AdminRole } from '@countersign/api/admin-role-permissions'
import { createAuditEventActorFields } from '../../audit-log/audit-actor.ts'
import type { AuditActor } from '../../audit-log/audit-actor.ts'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import { hasUndoableIdentityMerge } from '../people/sign-in-method-removal-guard.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { ApiError } from '../../platform/api-error.ts'
import { shortenSessionLifetimesForRole } from '../sessions/role-session-lifetime-rules.ts'
import type { SessionLifetimeLimits } from '../sessions/role-session-lifetime-rules.ts'
import { lockPersonRowForRoleChange } from './lock-person-row-for-role-change.ts'
import { updateServerSetupProgress } from './server-setup-progress-store.ts'
import { insertRoleAssignment } from './role-store.ts'

interface GrantRoleContext {
  queries: DatabaseQueryBuilder
  random: RandomBytes
  limits: SessionLifetimeLimits
}

/** Which role of whom is given or taken, and who says so. */
export interface PersonRoleChangeRequest {
  personId: string
  role: AdminRole
  actor: AuditActor
  now: number
}

/**
 * Gives a person a role, and shortens the sessions that they have to those of somebody with one.
 * @returns whether they did not have it before
 * @throws ApiError `person.not_found`, `person.not_active`, `merge.already_open`; `session.required`, `permission.denied` where the actor may not any more
 */
export async function grantRole(
  { queries, random, limits }: GrantRoleContext,
  change: PersonRoleChangeRequest,
): Promise<boolean> {
  return queries.transaction().execute(async (transaction) => {
    const held = await lockPersonRowForRoleChange(transaction, change)
    if (held.status !== 'active') throw new ApiError('person.not_active')
    return grantRoleInTransaction(transaction, { random, limits }, change)
  })
}

/**
 * The same within a transaction that holds the person. The log line is appended here: call it last.
 * @param change.before log lines that come before it
 * @throws ApiError `merge.already_open`
 */
export async function grantRoleInTransaction(
  transaction: DatabaseTransaction,
  { random, limits }: Omit<GrantRoleContext, 'queries'>,
  { personId, role, actor, now, before = [] }: PersonRoleChangeRequest & { before?: readonly NewAuditEvent[] },
): Promise<boolean> {
  if (
    !(await insertRoleAssignment(transaction, {
      personId,
      role,
      grantedBy: actor.kind === 'operator' ? null : actor.personId,
      now,
    }))
  )
    return false
  // Whoever tricked somebody into a merge goes on as them until it is undone, and would keep the role afterwards (THREATS P3).
  if (await hasUndoableIdentityMerge(transaction, personId, now)) throw new ApiError('merge.already_open')
  // Whoever becomes an owner ends the set-up: its code is worth nothing any more (THREATS N12).
  if (role === 'owner') await updateServerSetupProgress(transaction, { code_hash: null })
  await shortenSessionLifetimesForRole(transaction, limits, personId)
  await appendAuditEvents(transaction, random, now, [
    ...before,
    {
      type: 'role.granted',
      outcome: 'success',
      details: { role },
      evidence: { personId, content: createAuditEventActorFields(actor) },
    },
  ])
  return true
}
