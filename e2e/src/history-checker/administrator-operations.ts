// What administrators do to a person, an operation each, and the check of a role.
import type { Role } from '@countersign/api/role-permissions'
import type { HistoryOperation } from './history-operation.ts'
import { performInSession } from './operation-context.ts'
import type { OperationContext, SignedInBrowser } from './operation-context.ts'

/** Looks whether this person has a role. */
export const checkRole = (scene: OperationContext, visit: SignedInBrowser, role: Role): Promise<HistoryOperation> =>
  performInSession(scene, visit, 'use-role', { role }, { method: 'GET', path: '/api/admin' }, (answer) => ({
    found: (answer.body['roles'] as string[]).includes(role) ? role : null,
  }))

const adminReason = 'as the history has it'

/** What an administrator does to a person. */
export function administerPerson(
  scene: OperationContext,
  visit: SignedInBrowser,
  act: 'suspend' | 'restore' | 'erase' | 'grant-role' | 'revoke-role',
  person: string,
  role: Role,
): Promise<HistoryOperation> {
  const path = `/api/admin/people/${person}`
  const requests = {
    suspend: { method: 'POST', path: `${path}/suspend`, body: { reason: adminReason } },
    restore: { method: 'POST', path: `${path}/reactivate` },
    erase: { method: 'DELETE', path, body: { reason: adminReason } },
    'grant-role': { method: 'PUT', path: `${path}/roles/${role}` },
    'revoke-role': { method: 'DELETE', path: `${path}/roles/${role}` },
  }
  const isAboutRole = act === 'grant-role' || act === 'revoke-role'
  return performInSession(scene, visit, act, { person, ...(isAboutRole && { role }) }, requests[act])
}
