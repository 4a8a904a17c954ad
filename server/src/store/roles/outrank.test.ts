// Who may change whom.
import type { Role } from '@countersign/api/permissions'
import { createTestKey } from '@countersign/testing/test-keys'
import { describe, expect, test } from 'vitest'
import type { Actor } from '../../audit-log/actor.ts'
import { operator } from '../../audit-log/actor.ts'
import { Refusal } from '../../platform/refusal.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { openWithRole } from '../../testing/test-roles.ts'
import { requireRank } from './outrank.ts'

const everybody: readonly (Role | null)[] = [null, 'auditor', 'administrator', 'owner']

describe('N11 rank', () => {
  test('nobody changes who may do more than they, a token nobody with a role, and the operator anybody', async () => {
    const app = await createTestApp()
    const { queries } = app.database
    const ids = new Map<Role | null, string>()
    for (const [index, role] of everybody.entries())
      ids.set(role, (await openWithRole(app, createTestKey(800 + index), role)).personId)
    const changes = async (actor: Actor): Promise<(Role | null)[]> => {
      const changed: (Role | null)[] = []
      for (const [role, personId] of ids) {
        try {
          await requireRank(queries, actor, personId)
          changed.push(role)
        } catch (error) {
          if (!(error instanceof Refusal && error.code === 'permission.lacking')) throw error
        }
      }
      return changed
    }
    const person = (role: Role): Actor => ({ kind: 'person', personId: ids.get(role) ?? '', sessionId: 'any' })
    expect(await changes(person('auditor'))).toEqual([null, 'auditor'])
    expect(await changes(person('administrator'))).toEqual([null, 'auditor', 'administrator'])
    expect(await changes(person('owner'))).toEqual([null, 'auditor', 'administrator', 'owner'])
    expect(await changes({ kind: 'token', tokenId: 'any', personId: ids.get('owner') ?? '' })).toEqual([null])
    expect(await changes(operator)).toEqual([null, 'auditor', 'administrator', 'owner'])
  })
})
