// Takes a role from a person.
import { createAuditActorEvidence } from '../../audit-log/audit-actor.ts'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type { DatabaseQueries } from '../../platform/database/open-database.ts'
import type { RoleChange } from './grant-role.ts'
import { lockPersonForRoleChange } from './lock-person-for-role-change.ts'
import { requireRemainingOwner } from './last-owner-guard.ts'
import { deleteRoleAssignment } from './role-store.ts'

/**
 * Takes a role from a person; their sessions go on without it.
 * @returns whether they had it
 * @throws ApiError `person.not_found`, `role.last_owner`; `session.required`, `permission.denied` where the actor may not any more
 */
export async function revokeRole(
  { queries, random }: { queries: DatabaseQueries; random: RandomBytes },
  change: RoleChange,
): Promise<boolean> {
  const { personId, role, actor, now } = change
  return queries.transaction().execute(async (transaction) => {
    const held = await lockPersonForRoleChange(transaction, change)
    if (role === 'owner') await requireRemainingOwner(transaction, held)
    if (!(await deleteRoleAssignment(transaction, personId, role))) return false
    await appendAuditEvents(transaction, random, now, [
      {
        type: 'role.revoked',
        outcome: 'success',
        details: { role },
        evidence: { personId, content: createAuditActorEvidence(actor) },
      },
    ])
    return true
  })
}
