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

export interface PersonRoleChangeRequest {
  personId: string
  role: AdminRole
  actor: AuditActor
  now: number
}

// Throws ApiError `person.not_found`, `person.not_active`, `merge.already_open`,
// `session.required`, `permission.denied`.
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

/** Requires the person lock. Appends `before` and its own event, so it must be called last. */
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
  // After an undo, the other party of a malicious merge would keep the role (THREATS P3).
  if (await hasUndoableIdentityMerge(transaction, personId, now)) throw new ApiError('merge.already_open')
  // The first owner completes the setup and invalidates its code (THREATS N12).
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
