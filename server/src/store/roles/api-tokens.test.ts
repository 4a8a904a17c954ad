// Tests API tokens.
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { rolesByPermission, apiTokenPermissions } from '@countersign/api/admin-role-permissions'
import type { AdminRole } from '@countersign/api/admin-role-permissions'
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import { operatorAuditActor } from '../../audit-log/audit-actor.ts'
import { reactivatePerson, suspendPerson } from '../../admin/people/suspend-or-reactivate-person.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import { createTestServer } from '../../testing/countersign-test-server.ts'
import type { TestServer, TestBrowser } from '../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import { grantTestRole, openBrowserWithRole } from '../../testing/admin-role-test-steps.ts'
import { revokeRole } from './revoke-role.ts'
import { sequenceAllAuditEntries } from '../../testing/inspect-test-database.ts'
import { callWithApiToken, issueTestApiToken } from '../../testing/api-token-test-steps.ts'
import { readApiErrorCodeOrDone } from '../../testing/read-api-error-code-or-done.ts'

const { alice, bob } = ethereumTestKeys
type Made = AdminApiEndpointOutput<'createApiToken'>
const reads = async (app: TestServer, secret: string): Promise<string> =>
  readApiErrorCodeOrDone(await callWithApiToken(app, secret, 'GET', '/api/admin/setup-steps'))
const steps = '/api/admin/setup-steps'

describe('API tokens', () => {
  testOnBothDatabases('are shown once, stored as a hash, listed, and work until they expire', async (kind) => {
    const app = await createTestServer({ database: kind })
    const { browser, personId } = await openBrowserWithRole(app, alice, 'auditor')
    const { token, secret } = await issueTestApiToken(browser, ['figures.read', 'people.read'], 7)
    expect(secret).toMatch(/^cst_[\w-]{43}$/)
    expect(token).toMatchObject({
      name: 'Nightly report',
      permissions: ['figures.read', 'people.read'],
      createdBy: { id: personId },
      lastUsedAt: null,
      revokedAt: null,
    })
    expect(Date.parse(token.expiresAt) - Date.parse(token.createdAt)).toBe(7 * 86_400_000)
    const { queries } = app.database
    await sequenceAllAuditEntries(queries)
    const stored = JSON.stringify([
      await queries.selectFrom('api_tokens').selectAll().execute(),
      await queries.selectFrom('audit_event_evidence').selectAll().execute(),
    ])
    expect(stored).not.toContain(secret)
    expect(stored).not.toContain(secret.slice(4))

    expect(await reads(app, secret)).toBe('done')
    expect((await callWithApiToken(app, secret, 'GET', '/api/admin')).json()).toEqual({
      roles: [],
      permissions: ['figures.read', 'people.read'],
      trusted: true,
    })
    expect(app.log.join('')).not.toContain(secret.slice(4))
    const listed = async () =>
      (await browser.send('GET', '/api/admin/api-tokens')).json<AdminApiEndpointOutput<'listApiTokens'>>().items
    expect(await listed()).toMatchObject([{ id: token.id, lastUsedAt: new Date(app.clock.now).toISOString() }])
    // Use is recorded at most once a minute.
    app.clock.now += 59_000
    await reads(app, secret)
    const noted = (await listed())[0]?.lastUsedAt
    app.clock.now += 1000
    await reads(app, secret)
    expect([noted, (await listed())[0]?.lastUsedAt].map((at) => app.clock.now - Date.parse(at ?? ''))).toEqual([
      60_000, 0,
    ])

    app.clock.now = Date.parse(token.expiresAt) - 1
    expect(await reads(app, secret)).toBe('done')
    app.clock.now += 1
    expect(await reads(app, secret)).toBe('api_token.invalid')
  })

  test("N11: have only their own permissions, limited to their creator's current permissions", async () => {
    const app = await createTestServer()
    await openBrowserWithRole(app, bob, 'owner')
    const { browser, personId } = await openBrowserWithRole(app, alice, 'administrator')
    const { secret } = await issueTestApiToken(browser, ['figures.read', 'groups.change'])
    const may = async () =>
      (await callWithApiToken(app, secret, 'GET', '/api/admin')).json<{ permissions: string[] }>().permissions
    expect(await may()).toEqual(['figures.read', 'groups.change'])
    expect(readApiErrorCodeOrDone(await callWithApiToken(app, secret, 'GET', '/api/admin/api-tokens'))).toBe(
      'permission.denied',
    )
    const { queries } = app.database
    const change = async (role: AdminRole) => {
      await revokeRole(
        { queries, random: systemRandomBytes },
        { personId, role, actor: operatorAuditActor, now: app.clock.now },
      )
    }
    await grantTestRole(app, personId, 'auditor')
    await change('administrator')
    expect(await may()).toEqual(['figures.read'])
    await change('auditor')
    expect(await reads(app, secret)).toBe('api_token.invalid')
    await grantTestRole(app, personId, 'auditor')
    expect(await reads(app, secret)).toBe('done')
    await suspendPerson({ queries, random: systemRandomBytes }, personId, app.clock.now)
    expect(await reads(app, secret)).toBe('api_token.invalid')
    // Tokens revoked by a suspension stay revoked, because they may have leaked.
    await reactivatePerson({ queries, random: systemRandomBytes }, personId, app.clock.now)
    expect(await reads(app, secret)).toBe('api_token.invalid')
    await sequenceAllAuditEntries(queries)
    const lines = await queries
      .selectFrom('audit_events')
      .innerJoin('audit_event_evidence', 'audit_event_evidence.sequence', 'audit_events.sequence')
      .select(['type', 'person_id'])
      .orderBy('audit_events.sequence', 'desc')
      .limit(3)
      .execute()
    expect(lines).toEqual(
      ['person.reactivated', 'person.suspended', 'api_token.revoked'].map((type) => ({ type, person_id: personId })),
    )
  })

  test('N11: cannot exceed their creator, grant roles, change settings or create tokens', async () => {
    const app = await createTestServer()
    const owner = await openBrowserWithRole(app, alice, 'owner')
    const auditor = await openBrowserWithRole(app, bob, 'auditor')
    const attempt = async (browser: TestBrowser, permission: string) =>
      readApiErrorCodeOrDone(
        await browser.send('POST', '/api/admin/api-tokens', { name: 'x', permissions: [permission], days: 1 }),
      )
    const ofOwner = await Promise.all(
      Object.keys(rolesByPermission).map(async (permission) => [permission, await attempt(owner.browser, permission)]),
    )
    expect(ofOwner.filter(([, outcome]) => outcome !== 'done')).toEqual([
      ['tokens.own', 'api_token.permissions_exceeded'],
      ['views.own', 'api_token.permissions_exceeded'],
      ['tokens.all', 'api_token.permissions_exceeded'],
      ['roles.change', 'api_token.permissions_exceeded'],
      ['settings.change', 'api_token.permissions_exceeded'],
    ])
    for (const permission of ['people.change', 'applications.change', 'groups.change', 'settings.read', 'roles.change'])
      expect(await attempt(auditor.browser, permission)).toBe('api_token.permissions_exceeded')
    expect(await attempt(auditor.browser, 'everything')).toBe('request.invalid')
    expect(
      readApiErrorCodeOrDone(
        await auditor.browser.send('POST', '/api/admin/api-tokens', {
          name: 'x',
          permissions: ['figures.read'],
          days: 1,
          personId: owner.personId,
        }),
      ),
    ).toBe('request.invalid')
    // A stored permission is ignored if tokens cannot have it.
    const { secret } = await issueTestApiToken(owner.browser, ['figures.read'])
    await app.database.queries
      .updateTable('api_tokens')
      .set({ permissions: JSON.stringify(Object.keys(rolesByPermission)) })
      .execute()
    expect((await callWithApiToken(app, secret, 'GET', '/api/admin')).json()).toMatchObject({
      permissions: apiTokenPermissions,
    })
    const calls = [
      callWithApiToken(app, secret, 'PUT', `/api/admin/people/${auditor.personId}/roles/owner`),
      callWithApiToken(app, secret, 'POST', '/api/admin/api-tokens', {
        name: 'x',
        permissions: ['figures.read'],
        days: 1,
      }),
      callWithApiToken(app, secret, 'DELETE', `${steps}/chain`),
    ]
    expect((await Promise.all(calls)).map(readApiErrorCodeOrDone)).toEqual([
      'permission.denied',
      'permission.denied',
      'permission.denied',
    ])
  })

  testOnBothDatabases('are revoked by their creator or an owner, with an audit entry', async (kind) => {
    const app = await createTestServer({ database: kind })
    const owner = await openBrowserWithRole(app, alice, 'owner')
    const auditor = await openBrowserWithRole(app, bob, 'auditor')
    const [ofOwner, own, another] = [
      await issueTestApiToken(owner.browser),
      await issueTestApiToken(auditor.browser),
      await issueTestApiToken(auditor.browser),
    ]
    const revoke = async (browser: TestBrowser, { token }: Made) =>
      readApiErrorCodeOrDone(await browser.send('DELETE', `/api/admin/api-tokens/${token.id}`))
    expect(await revoke(auditor.browser, ofOwner)).toBe('api_token.not_found')
    expect(await revoke(auditor.browser, own)).toBe('done')
    expect(await revoke(auditor.browser, own)).toBe('done')
    expect(await revoke(owner.browser, another)).toBe('done')
    expect([await reads(app, ofOwner.secret), await reads(app, own.secret), await reads(app, another.secret)]).toEqual([
      'done',
      'api_token.invalid',
      'api_token.invalid',
    ])
    const list = async (browser: TestBrowser) =>
      (await browser.send('GET', '/api/admin/api-tokens'))
        .json<AdminApiEndpointOutput<'listApiTokens'>>()
        .items.map(({ id }) => id)
        .sort()
    expect(await list(auditor.browser)).toEqual([own.token.id, another.token.id].sort())
    expect(await list(owner.browser)).toEqual([ofOwner, own, another].map(({ token }) => token.id).sort())
    await sequenceAllAuditEntries(app.database.queries)
    const lines = await app.database.queries
      .selectFrom('audit_events')
      .innerJoin('audit_event_evidence', 'audit_event_evidence.sequence', 'audit_events.sequence')
      .select(['type', 'person_id', 'content'])
      .where('type', 'like', 'api_token.%')
      .orderBy('audit_events.sequence')
      .execute()
    expect(lines.map(({ type, person_id, content }) => [type, person_id, JSON.parse(content) as unknown])).toEqual([
      [
        'api_token.created',
        owner.personId,
        { actorId: owner.personId, createdTokenId: ofOwner.token.id, name: 'Nightly report' },
      ],
      [
        'api_token.created',
        auditor.personId,
        { actorId: auditor.personId, createdTokenId: own.token.id, name: 'Nightly report' },
      ],
      [
        'api_token.created',
        auditor.personId,
        { actorId: auditor.personId, createdTokenId: another.token.id, name: 'Nightly report' },
      ],
      ['api_token.revoked', auditor.personId, { actorId: auditor.personId, revokedTokenId: own.token.id }],
      ['api_token.revoked', auditor.personId, { actorId: owner.personId, revokedTokenId: another.token.id }],
    ])
  })

  testOnBothDatabases('are listed in pages, found by name, and limited in number', async (kind) => {
    const app = await createTestServer({ database: kind, environment: { COUNTERSIGN_API_TOKENS_PER_PERSON: '60' } })
    const { browser } = await openBrowserWithRole(app, alice, 'auditor')
    for (let index = 0; index < 60; index++) {
      if (index % 2 === 0) app.clock.now += 1000
      const response = await browser.send('POST', '/api/admin/api-tokens', {
        name: index === 7 ? '100% of_it' : `Token ${index}`,
        permissions: ['figures.read'],
        days: 1,
      })
      expect(response.statusCode).toBe(200)
    }
    expect(
      readApiErrorCodeOrDone(
        await browser.send('POST', '/api/admin/api-tokens', {
          name: 'One more',
          permissions: ['figures.read'],
          days: 1,
        }),
      ),
    ).toBe('api_token.too_many')
    const list = async (query: string) =>
      (await browser.send('GET', `/api/admin/api-tokens?${query}`)).json<AdminApiEndpointOutput<'listApiTokens'>>()
    for (const order of ['asc', 'desc']) {
      const first = await list(`order=${order}`)
      const second = await list(`order=${order}&cursor=${first.nextCursor ?? ''}`)
      expect([first.items.length, second.items.length, second.nextCursor]).toEqual([50, 10, null])
      const all = [...first.items, ...second.items]
      expect(new Set(all.map(({ id }) => id)).size).toBe(60)
      const times = all.map(({ createdAt }) => createdAt)
      expect(times).toEqual([...times].sort((a, b) => (order === 'asc' ? a.localeCompare(b) : b.localeCompare(a))))
    }
    expect((await list('search=0%25%20OF_')).items.map(({ name }) => name)).toEqual(['100% of_it'])
    expect((await list('search=nothing')).items).toEqual([])
    for (const cursor of [
      'AAAA',
      Buffer.from('[1]').toString('base64url'),
      Buffer.from('{"a":1}').toString('base64url'),
    ])
      expect(readApiErrorCodeOrDone(await browser.send('GET', `/api/admin/api-tokens?cursor=${cursor}`))).toBe(
        'request.invalid',
      )
  })
})

test('the OpenAPI document marks the endpoints that accept a token', async () => {
  const app = await createTestServer()
  const { paths, components } = (await app.openBrowser().send('GET', '/api/openapi.json')).json<{
    paths: Record<string, Record<string, { security?: object[] }>>
    components: { securitySchemes: object }
  }>()
  expect(components.securitySchemes).toMatchObject({
    token: { type: 'http', scheme: 'bearer' },
    session: { in: 'cookie', name: '__Host-countersign-session' },
  })
  const taking = Object.entries(paths).filter(([, methods]) =>
    Object.values(methods).some(({ security }) => security !== undefined),
  )
  expect(taking.length).toBeGreaterThan(5)
  expect(
    taking.map(([path]) => path).filter((path) => path !== '/api/admin' && !path.startsWith('/api/admin/')),
  ).toEqual(['/api/login-token'])
})
