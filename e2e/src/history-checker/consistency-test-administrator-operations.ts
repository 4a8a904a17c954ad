import type { AdminRole } from '@countersign/api/admin-role-permissions'
import type { ConsistencyTestOperation } from './consistency-test-operation-types.ts'
import { performRecordedSessionOperation } from './perform-recorded-consistency-test-operation.ts'
import type {
  ConsistencyTestOperationContext,
  SignedInConsistencyTestBrowser,
} from './perform-recorded-consistency-test-operation.ts'

export const performRecordedRoleCheck = (
  scene: ConsistencyTestOperationContext,
  visit: SignedInConsistencyTestBrowser,
  role: AdminRole,
): Promise<ConsistencyTestOperation> =>
  performRecordedSessionOperation(
    scene,
    visit,
    'use-role',
    { role },
    { method: 'GET', path: '/api/admin' },
    (answer) => ({
      found: (answer.body['roles'] as string[]).includes(role) ? role : null,
    }),
  )

const adminReason = 'as the history has it'

export function performAndRecordTestAdministratorAction(
  scene: ConsistencyTestOperationContext,
  visit: SignedInConsistencyTestBrowser,
  act: 'suspend' | 'restore' | 'erase' | 'grant-role' | 'revoke-role',
  person: string,
  role: AdminRole,
): Promise<ConsistencyTestOperation> {
  const path = `/api/admin/people/${person}`
  const requests = {
    suspend: { method: 'POST', path: `${path}/suspend`, body: { reason: adminReason } },
    restore: { method: 'POST', path: `${path}/reactivate` },
    erase: { method: 'DELETE', path, body: { reason: adminReason } },
    'grant-role': { method: 'PUT', path: `${path}/roles/${role}` },
    'revoke-role': { method: 'DELETE', path: `${path}/roles/${role}` },
  }
  const isAboutRole = act === 'grant-role' || act === 'revoke-role'
  return performRecordedSessionOperation(scene, visit, act, { person, ...(isAboutRole && { role }) }, requests[act])
}
