// Tests which actors can change which people.
import type { AdminRole } from '@countersign/api/admin-role-permissions'
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import type { AuditActor } from '../../audit-log/audit-actor.ts'
import { operatorAuditActor } from '../../audit-log/audit-actor.ts'
import { ApiError } from '../../platform/api-error.ts'
import { createTestServer } from '../../testing/countersign-test-server.ts'
import { openBrowserWithRole } from '../../testing/admin-role-test-steps.ts'
import { requirePersonChangePermission } from './permission-to-change-person.ts'

const everybody: readonly (AdminRole | null)[] = [null, 'auditor', 'administrator', 'owner']

describe('N11: permission to change a person', () => {
  test('depends on rank; a token cannot change a person with a role, and the operator can change anyone', async () => {
    const app = await createTestServer()
    const { queries } = app.database
    const ids = new Map<AdminRole | null, string>()
    for (const [index, role] of everybody.entries())
      ids.set(role, (await openBrowserWithRole(app, createEthereumTestKey(800 + index), role)).personId)
    const changes = async (actor: AuditActor): Promise<(AdminRole | null)[]> => {
      const changed: (AdminRole | null)[] = []
      for (const [role, personId] of ids) {
        try {
          await requirePersonChangePermission(queries, actor, personId)
          changed.push(role)
        } catch (error) {
          if (!(error instanceof ApiError && error.code === 'permission.denied')) throw error
        }
      }
      return changed
    }
    const person = (role: AdminRole): AuditActor => ({
      kind: 'person',
      personId: ids.get(role) ?? '',
      sessionId: 'any',
    })
    expect(await changes(person('auditor'))).toEqual([null, 'auditor'])
    expect(await changes(person('administrator'))).toEqual([null, 'auditor', 'administrator'])
    expect(await changes(person('owner'))).toEqual([null, 'auditor', 'administrator', 'owner'])
    expect(await changes({ kind: 'token', tokenId: 'any', personId: ids.get('owner') ?? '' })).toEqual([null])
    expect(await changes(operatorAuditActor)).toEqual([null, 'auditor', 'administrator', 'owner'])
  })
})
