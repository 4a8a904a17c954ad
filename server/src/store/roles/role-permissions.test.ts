// Tests granting and revoking roles, permissions and the last owner guard.
import type { AdminRole } from '@countersign/api/admin-role-permissions'
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import { operatorAuditActor } from '../../audit-log/audit-actor.ts'
import type { AuditActor } from '../../audit-log/audit-actor.ts'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import { erasePerson } from '../../account/personal-data/erase-person.ts'
import { suspendPerson } from '../../admin/people/suspend-or-reactivate-person.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import { ApiError } from '../../platform/api-error.ts'
import { createTestServer, openSteppedUpBrowser } from '../../testing/countersign-test-server.ts'
import type { TestBrowser } from '../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import { openBrowserWithRole, requireBrowserPersonId } from '../../testing/admin-role-test-steps.ts'
import { grantRole } from './grant-role.ts'
import { revokeRole } from './revoke-role.ts'
import { listRolesOfPerson } from './role-store.ts'
import { listRoleAuditEntriesForTests } from '../../testing/list-role-audit-entries-for-tests.ts'
import { readApiErrorCodeOrDone } from '../../testing/read-api-error-code-or-done.ts'

const { alice, bob, carol } = ethereumTestKeys
const rolePath = (personId: string, role: AdminRole) => `/api/admin/people/${personId}/roles/${role}`
const readAdminSession = async (browser: TestBrowser) =>
  (await browser.send('GET', '/api/admin')).json<{ roles: AdminRole[]; permissions: string[] }>()

const outcomesOf = (results: readonly PromiseSettledResult<unknown>[]): string[] =>
  results
    .map((result) => {
      if (result.status === 'fulfilled') return 'done'
      if (result.reason instanceof ApiError) return result.reason.code
      throw result.reason
    })
    .sort()

describe('roles', () => {
  testOnBothDatabases('are granted and revoked by an owner, with the owner named in the audit log', async (kind) => {
    const app = await createTestServer({ database: kind })
    const owner = await openBrowserWithRole(app, alice, 'owner')
    const other = await openSteppedUpBrowser(app, bob)
    const otherId = await requireBrowserPersonId(other)
    expect(await readAdminSession(other)).toMatchObject({ roles: [], permissions: [] })

    expect(readApiErrorCodeOrDone(await owner.browser.send('PUT', rolePath(otherId, 'auditor')))).toBe('done')
    expect(readApiErrorCodeOrDone(await owner.browser.send('PUT', rolePath(otherId, 'auditor')))).toBe('done')
    expect(await readAdminSession(other)).toMatchObject({
      roles: ['auditor'],
      permissions: [
        'figures.read',
        'people.read',
        'applications.read',
        'groups.read',
        'activity.read',
        'tokens.own',
        'views.own',
      ],
    })
    expect(readApiErrorCodeOrDone(await owner.browser.send('DELETE', rolePath(otherId, 'auditor')))).toBe('done')
    expect(await readAdminSession(other)).toMatchObject({ roles: [], permissions: [] })

    expect(await listRoleAuditEntriesForTests(app, 'role.granted')).toEqual([
      { details: { role: 'owner' }, personId: owner.personId, content: {} },
      { details: { role: 'auditor' }, personId: otherId, content: { actorId: owner.personId } },
    ])
    expect(await listRoleAuditEntriesForTests(app, 'role.revoked')).toEqual([
      { details: { role: 'auditor' }, personId: otherId, content: { actorId: owner.personId } },
    ])
  })

  test('are granted only to active people', async () => {
    const app = await createTestServer()
    const owner = await openBrowserWithRole(app, alice, 'owner')
    const otherId = await requireBrowserPersonId(await openSteppedUpBrowser(app, bob))
    await suspendPerson({ queries: app.database.queries, random: systemRandomBytes }, otherId, app.clock.now)
    expect(readApiErrorCodeOrDone(await owner.browser.send('PUT', rolePath(otherId, 'auditor')))).toBe(
      'person.not_active',
    )
    expect(readApiErrorCodeOrDone(await owner.browser.send('PUT', rolePath('0'.repeat(26), 'auditor')))).toBe(
      'person.not_found',
    )
    expect(readApiErrorCodeOrDone(await owner.browser.send('PUT', rolePath(otherId, 'king' as AdminRole)))).toBe(
      'request.invalid',
    )
  })

  test('N11: the last owner cannot be revoked, suspended or erased by anyone', async () => {
    const app = await createTestServer()
    const { queries } = app.database
    const context = { queries, random: systemRandomBytes }
    const owner = await openBrowserWithRole(app, alice, 'owner')
    const id = owner.personId
    expect(readApiErrorCodeOrDone(await owner.browser.send('DELETE', rolePath(id, 'owner')))).toBe('role.last_owner')
    expect(readApiErrorCodeOrDone(await owner.browser.send('DELETE', '/api/person'))).toBe('role.last_owner')
    const attempts = [
      () => suspendPerson(context, id, app.clock.now),
      () => erasePerson(context, { personId: id, session: null, now: app.clock.now }),
      () => revokeRole(context, { personId: id, role: 'owner', actor: operatorAuditActor, now: app.clock.now }),
    ]
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'role.last_owner' })
    expect(await listRolesOfPerson(queries, id)).toEqual(['owner'])
    // A suspended owner does not count as the remaining owner.
    const second = await openBrowserWithRole(app, bob, 'owner')
    await suspendPerson(context, second.personId, app.clock.now)
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'role.last_owner' })
    expect(readApiErrorCodeOrDone(await owner.browser.send('DELETE', rolePath(second.personId, 'owner')))).toBe('done')
  })

  testOnBothDatabases('N11: one of the last two owners remains under concurrent revocations', async (kind) => {
    const app = await createTestServer({ database: kind })
    const { queries } = app.database
    const context = { queries, random: systemRandomBytes }
    const ids = [
      (await openBrowserWithRole(app, alice, 'owner')).personId,
      (await openBrowserWithRole(app, bob, 'owner')).personId,
    ]
    const sessionsOf = async (personId: string) =>
      (
        await queries
          .selectFrom('sessions')
          .select('id')
          .where('person_id', '=', personId)
          .where('ended_at', 'is', null)
          .executeTakeFirstOrThrow()
      ).id
    const sessions = [await sessionsOf(ids[0] as string), await sessionsOf(ids[1] as string)]
    const actorOf = (index: number): AuditActor => ({
      kind: 'person',
      personId: ids[index] as string,
      sessionId: sessions[index] as string,
    })
    const now = app.clock.now
    const revoke = (whom: number, actor: AuditActor) =>
      revokeRole(context, { personId: ids[whom] as string, role: 'owner', actor, now })
    const restore = async () => {
      await queries.updateTable('people').set({ status: 'active' }).execute()
      await queries
        .updateTable('sessions')
        .set({ ended_at: null, end_reason: null })
        .where('id', 'in', sessions)
        .execute()
      for (const personId of ids)
        await grantRole({ ...context, limits: app.limits }, { personId, role: 'owner', actor: operatorAuditActor, now })
    }
    for (let round = 0; round < 12; round++) {
      const byOperator = outcomesOf(
        await Promise.allSettled([revoke(0, operatorAuditActor), revoke(1, operatorAuditActor)]),
      )
      expect(byOperator).toEqual(['done', 'role.last_owner'])
      await restore()
      const ofThemselves = outcomesOf(await Promise.allSettled([revoke(0, actorOf(0)), revoke(1, actorOf(1))]))
      expect(ofThemselves).toEqual(['done', 'role.last_owner'])
      await restore()
      // The owner who loses the role first can no longer revoke the role of the other owner.
      const ofEachOther = outcomesOf(await Promise.allSettled([revoke(0, actorOf(1)), revoke(1, actorOf(0))]))
      expect(ofEachOther).toEqual(['done', 'permission.denied'])
      await restore()
      const mixed = outcomesOf(
        await Promise.allSettled([suspendPerson(context, ids[0] as string, now), revoke(1, operatorAuditActor)]),
      )
      expect(mixed).toEqual(['done', 'role.last_owner'])
      await restore()
    }
    const last = outcomesOf(
      await Promise.allSettled(ids.map((personId) => erasePerson(context, { personId, session: null, now }))),
    )
    expect(last).toEqual(['done', 'role.last_owner'])
    expect(await verifyAuditLogIntegrity(queries)).toMatchObject({ outcome: 'whole' })
  })

  testOnBothDatabases(
    'N11: a revocation takes effect on the next request and on requests in progress',
    async (kind) => {
      const app = await createTestServer({ database: kind })
      const { queries } = app.database
      const first = await openBrowserWithRole(app, alice, 'owner')
      const second = await openBrowserWithRole(app, bob, 'owner')
      const third = await openSteppedUpBrowser(app, carol)
      const thirdId = await requireBrowserPersonId(third)
      expect(readApiErrorCodeOrDone(await first.browser.send('PUT', rolePath(thirdId, 'auditor')))).toBe('done')
      await revokeRole(
        { queries, random: systemRandomBytes },
        { personId: first.personId, role: 'owner', actor: operatorAuditActor, now: app.clock.now },
      )
      expect(readApiErrorCodeOrDone(await first.browser.send('PUT', rolePath(thirdId, 'administrator')))).toBe(
        'permission.denied',
      )
      // The route permitted the change, but the transaction that runs later checks again.
      const session = await queries
        .selectFrom('sessions')
        .select('id')
        .where('person_id', '=', first.personId)
        .where('ended_at', 'is', null)
        .executeTakeFirstOrThrow()
      const late = grantRole(
        { queries, random: systemRandomBytes, limits: app.limits },
        {
          personId: first.personId,
          role: 'owner',
          actor: { kind: 'person', personId: first.personId, sessionId: session.id },
          now: app.clock.now,
        },
      )
      await expect(late).rejects.toMatchObject({ code: 'permission.denied' })
      expect(await listRolesOfPerson(queries, thirdId)).toEqual(['auditor'])
      // The same applies after the session has ended.
      const ended = await queries
        .selectFrom('sessions')
        .select('id')
        .where('person_id', '=', second.personId)
        .where('ended_at', 'is', null)
        .executeTakeFirstOrThrow()
      await second.browser.send('POST', '/api/sign-out')
      const after = grantRole(
        { queries, random: systemRandomBytes, limits: app.limits },
        {
          personId: thirdId,
          role: 'owner',
          actor: { kind: 'person', personId: second.personId, sessionId: ended.id },
          now: app.clock.now,
        },
      )
      await expect(after).rejects.toMatchObject({ code: 'session.required' })
    },
  )

  test('N11: no one gains a role through extra request members', async () => {
    const app = await createTestServer()
    await openBrowserWithRole(app, alice, 'owner')
    const other = await openSteppedUpBrowser(app, bob)
    const otherId = await requireBrowserPersonId(other)
    const tries = [
      await other.send('PATCH', '/api/person', { displayName: 'Bob', roles: ['owner'] }),
      await other.send('PATCH', '/api/person', { displayName: 'Bob', role: 'owner' }),
      await other.send('POST', '/api/sign-in', { ...(await other.signChallenge(bob)), role: 'owner' }),
      await other.send('POST', '/api/step-up', { ...(await other.signChallengeFor('step-up', bob)), roles: ['owner'] }),
    ]
    expect(tries.map(readApiErrorCodeOrDone)).toEqual([
      'request.invalid',
      'request.invalid',
      'request.invalid',
      'request.invalid',
    ])
    expect(readApiErrorCodeOrDone(await other.send('PUT', rolePath(otherId, 'owner')))).toBe('permission.denied')
    expect(await listRolesOfPerson(app.database.queries, otherId)).toEqual([])
  })

  test('N11: granting or revoking a role requires a recent step-up', async () => {
    const app = await createTestServer()
    const owner = await openBrowserWithRole(app, alice, 'owner')
    const otherId = await requireBrowserPersonId(await openSteppedUpBrowser(app, bob))
    app.clock.now += app.limits.stepUpFreshnessSeconds * 1000 + 1
    expect(readApiErrorCodeOrDone(await owner.browser.send('PUT', rolePath(otherId, 'owner')))).toBe('step_up.required')
    expect(readApiErrorCodeOrDone(await owner.browser.send('DELETE', rolePath(owner.personId, 'owner')))).toBe(
      'step_up.required',
    )
    expect(await listRolesOfPerson(app.database.queries, otherId)).toEqual([])
    await owner.browser.stepUp(alice)
    expect(readApiErrorCodeOrDone(await owner.browser.send('PUT', rolePath(otherId, 'owner')))).toBe('done')
  })
})

test('P8: refused admin requests are rate limited and reveal nothing about existing people', async () => {
  const app = await createTestServer({ environment: { COUNTERSIGN_ADMIN_REFUSALS_PER_NETWORK_PER_MINUTE: '5' } })
  const owner = await openBrowserWithRole(app, alice, 'owner')
  const other = await openSteppedUpBrowser(app, bob)
  const bodies = new Set<string>()
  for (const id of [owner.personId, '0'.repeat(26), 'nonsense']) {
    const response = await other.send('PUT', rolePath(id, 'auditor'))
    expect([response.statusCode, readApiErrorCodeOrDone(response)]).toEqual([403, 'permission.denied'])
    bodies.add(JSON.stringify({ ...response.json<object>(), instance: '' }))
  }
  expect(bodies.size).toBe(1)
  const codes: string[] = []
  for (let tries = 0; tries < 3; tries++)
    codes.push(readApiErrorCodeOrDone(await other.send('GET', `/api/admin/people/${owner.personId}/roles/owner`)))
  expect(codes).toEqual(['request.not_found', 'request.not_found', 'request.not_found'])
  for (let tries = 0; tries < 3; tries++)
    codes.push(readApiErrorCodeOrDone(await other.send('DELETE', rolePath(owner.personId, 'owner'))))
  expect(codes.slice(3)).toEqual(['permission.denied', 'permission.denied', 'rate.limited'])
  // Refused attempts do not count toward other people's rate limits.
  expect(readApiErrorCodeOrDone(await owner.browser.send('PUT', rolePath(owner.personId, 'auditor')))).toBe('done')
})
