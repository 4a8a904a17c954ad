// Gives a person a role.
import type { Role } from '@countersign/api/permissions'
import { actorEvidence } from '../../audit-log/actor.ts'
import type { Actor } from '../../audit-log/actor.ts'
import { appendEvents } from '../../audit-log/append.ts'
import type { NewEvent } from '../../audit-log/append.ts'
import { hasOpenMerge } from '../people/ways-in.ts'
import type { Random } from '../../platform/clock.ts'
import type { Queries, Transaction } from '../../platform/database/open-database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { shortenSessions } from '../sessions/role-limits.ts'
import type { RoleLimits } from '../sessions/role-limits.ts'
import { holdForRoles } from './hold-for-roles.ts'
import { changeSetup } from './setup-row.ts'
import { insertRole } from './store.ts'

interface World {
  queries: Queries
  random: Random
  limits: RoleLimits
}

/** Which role of whom is given or taken, and who says so. */
export interface RoleChange {
  personId: string
  role: Role
  actor: Actor
  now: number
}

/**
 * Gives a person a role, and shortens the sessions that they have to those of somebody with one.
 * @returns whether they did not have it before
 * @throws Refusal `person.not_found`, `person.not_active`, `merge.open`; `session.required`, `permission.lacking` where the actor may not any more
 */
export async function grantRole({ queries, random, limits }: World, change: RoleChange): Promise<boolean> {
  return queries.transaction().execute(async (transaction) => {
    const held = await holdForRoles(transaction, change)
    if (held.status !== 'active') throw new Refusal('person.not_active')
    return giveRole(transaction, { random, limits }, change)
  })
}

/**
 * The same within a transaction that holds the person. The log line is appended here: call it last.
 * @param change.before log lines that come before it
 * @throws Refusal `merge.open`
 */
export async function giveRole(
  transaction: Transaction,
  { random, limits }: Omit<World, 'queries'>,
  { personId, role, actor, now, before = [] }: RoleChange & { before?: readonly NewEvent[] },
): Promise<boolean> {
  if (
    !(await insertRole(transaction, {
      personId,
      role,
      grantedBy: actor.kind === 'operator' ? null : actor.personId,
      now,
    }))
  )
    return false
  // Whoever tricked somebody into a merge goes on as them until it is undone, and would keep the role afterwards (THREATS P3).
  if (await hasOpenMerge(transaction, personId, now)) throw new Refusal('merge.open')
  // Whoever becomes an owner ends the set-up: its code is worth nothing any more (THREATS N12).
  if (role === 'owner') await changeSetup(transaction, { code_hash: null })
  await shortenSessions(transaction, limits, personId)
  await appendEvents(transaction, random, now, [
    ...before,
    {
      type: 'role.granted',
      outcome: 'success',
      details: { role },
      evidence: { personId, content: actorEvidence(actor) },
    },
  ])
  return true
}
