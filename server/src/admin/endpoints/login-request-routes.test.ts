// Tests `countersign login` on the server: who can approve it, and what its token can do.
import { adminApiEndpoints } from '@countersign/api/admin-api-endpoints'
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { adminApiRoutes } from '@countersign/api/admin-api-route-paths'
import type { AdminApiEndpointName } from '@countersign/api/admin-api-route-paths'
import { apiTokenPermissions } from '@countersign/api/admin-role-permissions'
import type { AdminPermission, AdminRole } from '@countersign/api/admin-role-permissions'
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import { operatorAuditActor } from '../../audit-log/audit-actor.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import { approveLoginRequest } from '../../store/roles/approve-login-request.ts'
import { pruneLoginRequests } from '../../store/roles/login-request-store.ts'
import type { LoginRequestRow } from '../../store/roles/login-request-store.ts'
import { revokeRole } from '../../store/roles/revoke-role.ts'
import { grantTestRole, openBrowserWithRole } from '../../testing/admin-role-test-steps.ts'
import { callWithApiToken, issueTestApiToken } from '../../testing/api-token-test-steps.ts'
import { createTestServer, openSteppedUpBrowser } from '../../testing/countersign-test-server.ts'
import type { TestServer } from '../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import { listSequencedAuditEntryTexts } from '../../testing/inspect-test-database.ts'
import {
  answerTestLogin,
  createTestLogin,
  logInTestTerminal,
  readTestLogin,
  requestTestLogin,
} from '../../testing/login-request-test-steps.ts'
import { readApiErrorCodeOrDone } from '../../testing/read-api-error-code-or-done.ts'

const { alice, bob } = ethereumTestKeys
const hour = 3_600_000
const applications = '/api/admin/applications'

const canList = async (app: TestServer, token: string): Promise<string> =>
  readApiErrorCodeOrDone(await callWithApiToken(app, token, 'GET', applications))

describe('countersign login', () => {
  testOnBothDatabases('gives a terminal a token for twelve hours after approval in a browser', async (kind) => {
    const app = await createTestServer({ database: kind })
    const { browser, personId } = await openBrowserWithRole(app, alice, 'administrator')
    const login = await createTestLogin(app)
    expect(login).toMatchObject({
      token: expect.stringMatching(/^cst_[\w-]{43}$/) as string,
      userCode: expect.stringMatching(/^[B-Z]{4}-[B-Z]{3}[2-9]$/) as string,
      link: `https://sign-in.example/device?user_code=${login.userCode}`,
      pollSeconds: 5,
    })
    expect((await readTestLogin(app, login)).json()).toEqual({ state: 'waiting', expiresAt: null })
    expect(await canList(app, login.token)).toBe('api_token.invalid')

    expect((await answerTestLogin(browser, login, 'read')).json()).toMatchObject({
      userCode: login.userCode,
      machine: 'laptop',
      userAgent: 'countersign/1.2.3 (linux)',
      sameNetwork: true,
      lifetimeSeconds: 43_200,
      permissions: expect.arrayContaining(['applications.change', 'people.read']) as string[],
    })
    expect(readApiErrorCodeOrDone(await answerTestLogin(browser, login))).toBe('done')

    const expiresAt = new Date(app.clock.now + 12 * hour).toISOString()
    expect((await readTestLogin(app, login)).json()).toEqual({ state: 'approved', expiresAt })
    expect(await canList(app, login.token)).toBe('done')
    const listed = await browser.send('GET', '/api/admin/api-tokens')
    expect(listed.json<AdminApiEndpointOutput<'listApiTokens'>>().items).toMatchObject([
      { name: 'laptop', isLogin: true, expiresAt, createdBy: { id: personId } },
    ])
    expect((await listSequencedAuditEntryTexts(app.database.queries)).join('\n')).toContain('api_token.created')
    app.clock.now += 12 * hour
    expect(await canList(app, login.token)).toBe('api_token.invalid')
  })

  test('can be denied, and a code works once and only until it expires', async () => {
    const app = await createTestServer()
    const { browser } = await openBrowserWithRole(app, alice, 'owner')
    const denied = await createTestLogin(app)
    expect(readApiErrorCodeOrDone(await answerTestLogin(browser, denied, 'deny'))).toBe('done')
    expect((await readTestLogin(app, denied)).json()).toMatchObject({ state: 'denied' })
    for (const again of ['read', 'approve', 'deny'] as const)
      expect(readApiErrorCodeOrDone(await answerTestLogin(browser, denied, again)), again).toBe('login.invalid')
    expect(await canList(app, denied.token)).toBe('api_token.invalid')

    const late = await createTestLogin(app)
    app.clock.now += app.limits.deviceCodeLifetimeSeconds * 1000
    await browser.stepUp(alice)
    expect(readApiErrorCodeOrDone(await answerTestLogin(browser, late))).toBe('login.invalid')
    expect(readApiErrorCodeOrDone(await readTestLogin(app, late))).toBe('login.invalid')
    expect(await pruneLoginRequests(app.database.queries, app.clock.now)).toBe(2)
    expect(readApiErrorCodeOrDone(await readTestLogin(app, { token: 'none' }))).toBe('api_token.invalid')
  })

  testOnBothDatabases(
    'gives one token to concurrent approvals, and none to an approval without a session',
    async (kind) => {
      const app = await createTestServer({ database: kind })
      const { queries } = app.database
      const { browser, personId } = await openBrowserWithRole(app, alice, 'owner')
      const login = await createTestLogin(app)
      const answers = await Promise.all(Array.from({ length: 5 }, () => answerTestLogin(browser, login)))
      expect(answers.map(readApiErrorCodeOrDone).sort()).toEqual(['done', ...Array<string>(4).fill('login.invalid')])
      expect(await queries.selectFrom('api_tokens').select('id').execute()).toHaveLength(1)

      const late = await createTestLogin(app)
      const row = await queries
        .selectFrom('login_requests')
        .selectAll()
        .where('decision', 'is', null)
        .executeTakeFirst()
      const actor = { kind: 'person', personId, sessionId: '0'.repeat(26) } as const
      const context = { queries, random: systemRandomBytes, limits: app.limits }
      const approval = { request: row as LoginRequestRow, actor, roles: ['owner'], now: app.clock.now } as const
      await expect(approveLoginRequest(context, approval)).rejects.toMatchObject({ code: 'session.required' })
      expect((await readTestLogin(app, late)).json()).toMatchObject({ state: 'waiting' })
    },
  )

  test('stores only hashes of its secrets', async () => {
    const app = await createTestServer()
    const { token, userCode } = await createTestLogin(app)
    const rows = JSON.stringify(await app.database.queries.selectFrom('login_requests').selectAll().execute())
    for (const secret of [token, userCode, userCode.replace('-', '')]) expect(rows).not.toContain(secret)
  })
})

describe('approval of a login', () => {
  test('N23: a phished login needs a role, a step-up, and a trusted browser', async () => {
    const app = await createTestServer()
    const { browser } = await openBrowserWithRole(app, alice, 'owner')
    app.clock.now += app.limits.stepUpFreshnessSeconds * 1000
    const login = await createTestLogin(app)
    expect(readApiErrorCodeOrDone(await answerTestLogin(app.openBrowser(), login, 'read'))).toBe('session.required')
    const stranger = await openSteppedUpBrowser(app, bob)
    for (const answer of ['read', 'approve', 'deny'] as const)
      expect(readApiErrorCodeOrDone(await answerTestLogin(stranger, login, answer))).toBe('login.role_required')
    expect(readApiErrorCodeOrDone(await answerTestLogin(browser, login))).toBe('step_up.required')

    // A relayed signature signs in and steps up in the attacker's own browser.
    const relayed = await openSteppedUpBrowser(app, alice)
    expect(readApiErrorCodeOrDone(await answerTestLogin(relayed, login))).toBe('login.browser_not_trusted')
    expect((await readTestLogin(app, login)).json()).toMatchObject({ state: 'waiting' })

    await browser.stepUp(alice)
    expect(readApiErrorCodeOrDone(await answerTestLogin(browser, login))).toBe('done')
  })

  test('N23: the page shows the network of the terminal, and no other site can request a code in the browser', async () => {
    const app = await createTestServer()
    const { browser } = await openBrowserWithRole(app, alice, 'owner')
    for (const headers of [{}, { origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])
      expect(readApiErrorCodeOrDone(await requestTestLogin(app, headers))).toBe('request.cross_origin')
    const far = await app.http.inject({
      method: 'POST',
      url: '/api/login-requests',
      headers: { origin: 'https://sign-in.example' },
      remoteAddress: '203.0.113.9',
      payload: { machine: 'laptop' },
    })
    expect((await answerTestLogin(browser, far.json(), 'read')).json()).toMatchObject({
      networkPrefix: '203.0.113.0/24',
      sameNetwork: false,
    })
    const named = await app.http.inject({
      method: 'POST',
      url: '/api/login-requests',
      headers: { origin: 'https://sign-in.example' },
      payload: { machine: 'laptop\u202e of the owner' },
    })
    expect(readApiErrorCodeOrDone(named)).toBe('request.invalid')
  })

  test('N23: codes cannot be guessed, and requests for codes are limited per network', async () => {
    const app = await createTestServer({ environment: { COUNTERSIGN_DEVICE_CODES_PER_NETWORK_PER_MINUTE: '5' } })
    const { browser } = await openBrowserWithRole(app, alice, 'owner')
    const tries = []
    for (let attempt = 0; attempt < 6; attempt += 1)
      tries.push(readApiErrorCodeOrDone(await answerTestLogin(browser, { userCode: 'BCDF-GHJ2' })))
    expect(tries).toEqual([...Array<string>(5).fill('login.invalid'), 'rate.limited'])
    const requests = []
    for (let attempt = 0; attempt < 6; attempt += 1) requests.push(readApiErrorCodeOrDone(await requestTestLogin(app)))
    expect(requests).toEqual([...Array<string>(5).fill('done'), 'rate.limited'])
  })
})

const neverAllowed: readonly AdminPermission[] = [
  'roles.change',
  'settings.change',
  'tokens.own',
  'tokens.all',
  'views.own',
]

const forbiddenEndpoints = (Object.keys(adminApiEndpoints) as AdminApiEndpointName[]).filter((name) => {
  const { permission } = adminApiEndpoints[name]
  return permission !== null && neverAllowed.includes(permission)
})

describe('login tokens', () => {
  test('N24: a stolen login token of an owner cannot change roles, settings or tokens', async () => {
    const app = await createTestServer()
    const { browser } = await openBrowserWithRole(app, alice, 'owner')
    const token = await logInTestTerminal(app, browser)
    expect(neverAllowed.filter((permission) => apiTokenPermissions.includes(permission))).toEqual([])
    expect(forbiddenEndpoints).toEqual(
      expect.arrayContaining([
        'grantRole',
        'revokeRole',
        'rotateKeys',
        'changeBranding',
        'createApiToken',
        'revokeApiToken',
        'createRegistrationToken',
      ]),
    )
    for (const name of forbiddenEndpoints) {
      const { method, path } = adminApiRoutes[name]
      const url = path.replaceAll(/:\w+/g, 'x')
      const refused = await app.http.inject({ method, url, headers: { authorization: `Bearer ${token}` } })
      expect(readApiErrorCodeOrDone(refused), name).toBe('permission.denied')
    }
  })

  test('N24: a login token cannot approve another login, not even next to a session cookie', async () => {
    const app = await createTestServer()
    const { browser } = await openBrowserWithRole(app, alice, 'owner')
    const authorization = `Bearer ${await logInTestTerminal(app, browser)}`
    const { userCode } = await createTestLogin(app)
    for (const answer of ['read', 'approve', 'deny']) {
      const refused = await browser.send('POST', `/api/login-requests/${answer}`, { userCode }, { authorization })
      expect(readApiErrorCodeOrDone(refused)).toBe('session.required')
    }
  })

  test.each(['auditor', 'administrator'] as const)(
    'N24: a login token has the rights of its %s, ends when the role is revoked, and does not return with the role',
    async (role: AdminRole) => {
      const app = await createTestServer()
      const { browser, personId } = await openBrowserWithRole(app, alice, role)
      const token = await logInTestTerminal(app, browser)
      const { secret: apiToken } = await issueTestApiToken(browser, ['applications.read'])
      const change = () => callWithApiToken(app, token, 'POST', `${applications}/none/disable`)
      expect(readApiErrorCodeOrDone(await change())).toBe(
        role === 'auditor' ? 'permission.denied' : 'application.not_found',
      )
      const context = { queries: app.database.queries, random: systemRandomBytes }
      await revokeRole(context, { personId, role, actor: operatorAuditActor, now: app.clock.now })
      expect(await canList(app, token)).toBe('api_token.invalid')
      await grantTestRole(app, personId, role)
      expect(await canList(app, token)).toBe('api_token.invalid')
      expect(await canList(app, apiToken)).toBe('done')
    },
  )

  test('N24: logout revokes the login token, and nothing else can use this endpoint', async () => {
    const app = await createTestServer()
    const { browser } = await openBrowserWithRole(app, alice, 'owner')
    const token = await logInTestTerminal(app, browser)
    const { secret } = await issueTestApiToken(browser)
    const logOut = async (one: string) =>
      readApiErrorCodeOrDone(await callWithApiToken(app, one, 'DELETE', '/api/login-token'))
    expect(await logOut(secret)).toBe('permission.denied')
    expect(readApiErrorCodeOrDone(await browser.send('DELETE', '/api/login-token'))).toBe('api_token.invalid')
    expect(await logOut(token)).toBe('done')
    expect(await logOut(token)).toBe('api_token.invalid')
    expect(await canList(app, token)).toBe('api_token.invalid')
    expect((await listSequencedAuditEntryTexts(app.database.queries)).join('\n')).toContain('api_token.revoked')
  })

  test('N24: the console lists a login and revokes it', async () => {
    const app = await createTestServer()
    const { browser } = await openBrowserWithRole(app, alice, 'administrator')
    const token = await logInTestTerminal(app, browser)
    const { items } = (await browser.send('GET', '/api/admin/api-tokens')).json<
      AdminApiEndpointOutput<'listApiTokens'>
    >()
    await browser.send('DELETE', `/api/admin/api-tokens/${items[0]?.id}`)
    expect(await canList(app, token)).toBe('api_token.invalid')
  })
})
