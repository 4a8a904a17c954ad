// The person's sessions continue without the role.
import { createAuditEventActorFields } from '../../audit-log/audit-actor.ts'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { PersonRoleChangeRequest } from './grant-role.ts'
import { lockPersonRowForRoleChange } from './lock-person-row-for-role-change.ts'
import { requireRemainingServerOwner } from './last-server-owner-guard.ts'
import { revokeApiTokensOfPerson } from './revoke-api-token.ts'
import { deleteRoleAssignment } from './role-store.ts'

/** @throws `person.not_found`, `role.last_owner`, `session.required`, `permission.denied` */
export async function revokeRole(
  { queries, random }: { queries: DatabaseQueryBuilder; random: RandomBytes },
  change: PersonRoleChangeRequest,
): Promise<boolean> {
  const { personId, role, actor, now } = change
  return queries.transaction().execute(async (transaction) => {
    const held = await lockPersonRowForRoleChange(transaction, change)
    if (role === 'owner') await requireRemainingServerOwner(transaction, held)
    if (!(await deleteRoleAssignment(transaction, personId, role))) return false
    await appendAuditEvents(transaction, random, now, [
      // A later role must not revive a login that was made with this one.
      ...(await revokeApiTokensOfPerson(transaction, personId, { actor, now, onlyLogins: true })),
      {
        type: 'role.revoked',
        outcome: 'success',
        details: { role },
        evidence: { personId, content: createAuditEventActorFields(actor) },
      },
    ])
    return true
  })
}
