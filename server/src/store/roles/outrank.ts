// Against privilege escalation: nobody changes a person who may do more here than they may themselves. An administrator could otherwise
// suspend or erase the owners but one, and a token that leaked whoever could revoke it (THREATS N11).
import { permissionsOf } from '@countersign/api/permissions'
import type { Actor } from '../../audit-log/actor.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { rolesOf } from './store.ts'

/** Whether this actor may change this person: nobody may change whoever may do more, and a token nobody who has a role at all. */
export async function mayChange(queries: Queries, actor: Actor, personId: string): Promise<boolean> {
  if (actor.kind === 'operator') return true
  const theirs = permissionsOf(await rolesOf(queries, personId))
  const own = actor.kind === 'token' ? [] : permissionsOf(await rolesOf(queries, actor.personId))
  return theirs.every((permission) => own.includes(permission))
}

/**
 * Makes sure that this actor may change this person. A token changes nobody who has a role at all. Hold the person before.
 * @throws Refusal `permission.lacking`
 */
export async function requireRank(queries: Queries, actor: Actor, personId: string): Promise<void> {
  if (!(await mayChange(queries, actor, personId)))
    throw new Refusal('permission.lacking', { privateDetail: 'they may do more' })
}
