// Takes a role from a person.
import { actorEvidence } from '../../audit-log/actor.ts'
import { appendEvents } from '../../audit-log/append.ts'
import type { Random } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import type { RoleChange } from './grant-role.ts'
import { holdForRoles } from './hold-for-roles.ts'
import { keepAnOwner } from './last-owner.ts'
import { deleteRole } from './store.ts'

/**
 * Takes a role from a person; their sessions go on without it.
 * @returns whether they had it
 * @throws Refusal `person.not_found`, `role.last_owner`; `session.required`, `permission.lacking` where the actor may not any more
 */
export async function revokeRole(
  { queries, random }: { queries: Queries; random: Random },
  change: RoleChange,
): Promise<boolean> {
  const { personId, role, actor, now } = change
  return queries.transaction().execute(async (transaction) => {
    const held = await holdForRoles(transaction, change)
    if (role === 'owner') await keepAnOwner(transaction, held)
    if (!(await deleteRole(transaction, personId, role))) return false
    await appendEvents(transaction, random, now, [
      {
        type: 'role.revoked',
        outcome: 'success',
        details: { role },
        evidence: { personId, content: actorEvidence(actor) },
      },
    ])
    return true
  })
}
