// Tests every admin endpoint with every kind of caller. The expected results are copied from SPEC
// point 6, not from the server.
import { adminApiRoutes } from '@countersign/api/admin-api-route-paths'
import type { AdminApiEndpointName } from '@countersign/api/admin-api-route-paths'
import { apiTokenPermissions } from '@countersign/api/admin-role-permissions'
import type { AdminPermission, AdminRole } from '@countersign/api/admin-role-permissions'
import { createEthereumTestKey, ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import { operatorAuditActor } from '../../audit-log/audit-actor.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import { revokeRole } from '../../store/roles/revoke-role.ts'
import { createTestServer, openSteppedUpBrowser } from '../../testing/countersign-test-server.ts'
import type { TestServer, TestBrowser } from '../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import { openBrowserWithRole } from '../../testing/admin-role-test-steps.ts'

/** The roles of SPEC point 6. Only a person with a role can create API tokens. */
type Least = 'auditor' | 'administrator' | 'owner'
type Expected = { least: Least; changes: boolean; tokens: boolean }
const reads = (least: Least): Expected => ({ least, changes: false, tokens: true })
const changes = (least: Least): Expected => ({ least, changes: true, tokens: true })
const notByTokens = (expected: Expected): Expected => ({ ...expected, tokens: false })

type Open = 'readSetup' | 'claimOwnership' | 'readAdminSession'

const table: Readonly<Record<Exclude<AdminApiEndpointName, Open>, Expected>> = {
  readSetupSteps: reads('auditor'),
  readMetrics: reads('auditor'),
  listAlerts: reads('auditor'),
  searchAdmin: reads('auditor'),
  listPeople: reads('auditor'),
  readPerson: reads('auditor'),
  readPersonSignInProblems: reads('auditor'),
  listPersonSessions: reads('auditor'),
  listLiveSessions: reads('auditor'),
  listApplications: reads('auditor'),
  readPresets: reads('auditor'),
  checkApplication: reads('auditor'),
  readApplication: reads('auditor'),
  readApplicationProblems: reads('auditor'),
  readRefusedRequest: reads('auditor'),
  readTestLogin: reads('auditor'),
  listResources: reads('auditor'),
  checkResource: reads('auditor'),
  readResource: reads('auditor'),
  listProducts: reads('auditor'),
  readProduct: reads('auditor'),
  listGroups: reads('auditor'),
  previewRule: reads('auditor'),
  readGroup: reads('auditor'),
  listGroupMembers: reads('auditor'),
  explainMembership: reads('auditor'),
  listConfiguredChains: reads('auditor'),
  readTokenMetadata: reads('auditor'),
  testRule: reads('auditor'),
  rehearseGroupRule: reads('auditor'),
  rehearseSignInPolicy: reads('auditor'),
  listEvents: reads('auditor'),
  aggregateEvents: reads('auditor'),
  readEvent: reads('auditor'),
  exportHashChain: reads('auditor'),
  readLogCheckpoint: reads('auditor'),
  readLogTile: reads('auditor'),
  // This exports the whole log, so it needs a step-up.
  exportEvents: changes('auditor'),
  previewBulk: reads('administrator'),
  runBulk: changes('administrator'),
  // This exports the whole list, so it needs a step-up.
  exportPeople: changes('auditor'),
  suspendPerson: changes('administrator'),
  reactivatePerson: changes('administrator'),
  endPersonSession: changes('administrator'),
  endPersonSessions: changes('administrator'),
  deletePerson: changes('administrator'),
  applyApplications: changes('administrator'),
  createApplication: changes('administrator'),
  changeApplication: changes('administrator'),
  rotateApplicationSecret: changes('administrator'),
  revokePreviousSecret: changes('administrator'),
  disableApplication: changes('administrator'),
  enableApplication: changes('administrator'),
  removeApplication: changes('administrator'),
  setApplicationLogo: changes('administrator'),
  removeApplicationLogo: changes('administrator'),
  startTestLogin: changes('administrator'),
  applyResources: changes('administrator'),
  createResource: changes('administrator'),
  changeResource: changes('administrator'),
  removeResource: changes('administrator'),
  createProduct: changes('administrator'),
  changeProduct: changes('administrator'),
  removeProduct: changes('administrator'),
  applyGroups: changes('administrator'),
  createGroup: changes('administrator'),
  changeGroup: changes('administrator'),
  removeGroup: changes('administrator'),
  grantRole: notByTokens(changes('owner')),
  revokeRole: notByTokens(changes('owner')),
  readSettings: reads('owner'),
  testChain: reads('owner'),
  dismissSetupStep: notByTokens(changes('owner')),
  changeBranding: notByTokens(changes('owner')),
  setSiteLogo: notByTokens(changes('owner')),
  removeSiteLogo: notByTokens(changes('owner')),
  rotateKeys: notByTokens(changes('owner')),
  // These endpoints only change the caller's own data, so they need no step-up.
  listViews: notByTokens(reads('auditor')),
  saveView: notByTokens(reads('auditor')),
  changeView: notByTokens(reads('auditor')),
  removeView: notByTokens(reads('auditor')),
  listRecentItems: notByTokens(reads('auditor')),
  recordOpenedItem: notByTokens(reads('auditor')),
  listRegistrationTokens: reads('owner'),
  // An API token must not create a credential that outlives it.
  createRegistrationToken: notByTokens(changes('owner')),
  revokeRegistrationToken: notByTokens(changes('owner')),
  listApiTokens: notByTokens(reads('auditor')),
  createApiToken: notByTokens(changes('auditor')),
  revokeApiToken: notByTokens(changes('auditor')),
}
const names = Object.keys(table) as (keyof typeof table)[]
const order: readonly AdminRole[] = ['auditor', 'administrator', 'owner']
const mayBe = (role: AdminRole, { least }: Expected): boolean => order.indexOf(role) >= order.indexOf(least)

const values: Readonly<Record<string, string>> = {
  id: '0'.repeat(26),
  session: '0'.repeat(26),
  role: 'auditor',
  application: 'nothing',
  group: 'nothing',
  sequence: '1',
  step: 'chain',
  chain: '999',
}
const pathOf = (name: AdminApiEndpointName): string =>
  adminApiRoutes[name].path.replace('*', '0/000').replace(/:(\w+)/g, (_, parameter: string) => values[parameter] ?? '')

type Answer = { statusCode: number; body: string }
const notLetIn = new Set([
  'session.required',
  'permission.denied',
  'step_up.required',
  'api_token.invalid',
  'request.cross_origin',
  'request.not_found',
  'rate.limited',
])

/** Whether authorization passed. */
function outcomeOf({ statusCode, body }: Answer): string {
  if (statusCode < 300) return 'let in'
  const { code } = JSON.parse(body) as { code: string }
  return notLetIn.has(code) ? code : statusCode >= 500 ? `fault: ${code}` : 'let in'
}

async function walk(
  send: (method: (typeof adminApiRoutes)[AdminApiEndpointName]['method'], url: string) => Promise<Answer>,
): Promise<Record<string, string>> {
  const outcomes: Record<string, string> = {}
  for (const name of names) outcomes[name] = outcomeOf(await send(adminApiRoutes[name].method, pathOf(name)))
  return outcomes
}

const expectedOf = (say: (expected: Expected) => string): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, say(table[name])]))
const generous = {
  COUNTERSIGN_ADMIN_REFUSALS_PER_NETWORK_PER_MINUTE: '100000',
  COUNTERSIGN_EXPORTS_PER_PERSON_PER_MINUTE: '1000',
}

const walkAs = (browser: TestBrowser) => walk((method, url) => browser.send(method, url))
const walkWith = (app: TestServer, secret: string) =>
  walk((method, url) => app.http.inject({ method, url, headers: { authorization: `Bearer ${secret}` } }))

async function makeToken(browser: TestBrowser, permissions: readonly AdminPermission[]): Promise<string> {
  const made = await browser.send('POST', '/api/admin/api-tokens', { name: 'Walk', permissions, days: 365 })
  if (made.statusCode !== 200) throw new Error(made.body)
  return made.json<{ secret: string }>().secret
}

test('the permission table covers every admin endpoint', () => {
  expect([...names, 'readSetup', 'claimOwnership', 'readAdminSession'].sort()).toEqual(
    Object.keys(adminApiRoutes).sort(),
  )
})

describe('N11: every admin endpoint', () => {
  testOnBothDatabases(
    'enforces the role from spec §6, and step-up for changes',
    async (kind) => {
      const app = await createTestServer({ database: kind, environment: generous })
      expect(await walkAs(app.openBrowser())).toEqual(expectedOf(() => 'session.required'))
      expect(await walkAs(await openSteppedUpBrowser(app, createEthereumTestKey(500)))).toEqual(
        expectedOf(() => 'permission.denied'),
      )
      for (const [index, role] of order.entries()) {
        const key = createEthereumTestKey(600 + index)
        const { browser } = await openBrowserWithRole(app, key, role)
        const unlessLacking = (say: (expected: Expected) => string) =>
          expectedOf((expected) => (mayBe(role, expected) ? say(expected) : 'permission.denied'))
        expect(await walkAs(browser), role).toEqual(unlessLacking(() => 'let in'))
        // A new browser is not trusted (THREATS M17).
        const elsewhere = app.openBrowser()
        await elsewhere.signIn(key)
        expect(await walkAs(elsewhere), `${role} in a new browser`).toEqual(unlessLacking(() => 'step_up.required'))
        app.clock.now += app.limits.stepUpFreshnessSeconds * 1000 + 1
        expect(await walkAs(browser), `${role} after a while`).toEqual(
          unlessLacking((expected) => (expected.changes ? 'step_up.required' : 'let in')),
        )
      }
    },
    120_000,
  )

  testOnBothDatabases('N8: handles NUL bytes in any parameter without a server error', async (kind) => {
    const app = await createTestServer({ database: kind, environment: generous })
    const { browser } = await openBrowserWithRole(app, ethereumTestKeys.alice, 'owner')
    for (const name of names) {
      const path = adminApiRoutes[name].path
      const tries = [
        path.replace(/:(\w+)/g, (_, parameter: string) =>
          parameter === 'id' || parameter === 'session' ? (values[parameter] ?? '') : '%00',
        ),
        ...['search', 'cursor', 'reason', 'type', 'person'].map((field) => `${pathOf(name)}?${field}=%00`),
      ]
      for (const url of tries)
        expect([name, url, outcomeOf(await browser.send(adminApiRoutes[name].method, url))]).toEqual([
          name,
          url,
          'let in',
        ])
    }
    expect(
      (
        await browser.send('POST', '/api/admin/api-tokens', {
          name: 'a\u0000b',
          permissions: ['figures.read'],
          days: 1,
        })
      ).statusCode,
    ).toBe(400)
    expect(
      (await browser.send('POST', '/api/admin/api-tokens', { name: 'a\nb', permissions: ['figures.read'], days: 1 }))
        .statusCode,
    ).toBe(400)
  })

  test('gives an API token the access of its creator, except where tokens are excluded', async () => {
    const app = await createTestServer({ environment: generous })
    const owner = await openBrowserWithRole(app, ethereumTestKeys.alice, 'owner')
    const secret = await makeToken(owner.browser, apiTokenPermissions)
    app.clock.now += app.limits.stepUpFreshnessSeconds * 1000 + 1
    expect(await walkWith(app, secret)).toEqual(expectedOf(({ tokens }) => (tokens ? 'let in' : 'permission.denied')))
    for (const role of ['auditor', 'administrator'] as const) {
      const { browser } = await openBrowserWithRole(app, createEthereumTestKey(700 + order.indexOf(role)), role)
      const own = await makeToken(
        browser,
        apiTokenPermissions.filter(
          (permission) =>
            permission !== 'settings.read' && (role === 'administrator' || !permission.endsWith('.change')),
        ),
      )
      expect(await walkWith(app, own), role).toEqual(
        expectedOf((expected) => (expected.tokens && mayBe(role, expected) ? 'let in' : 'permission.denied')),
      )
    }
    expect(await walkWith(app, `cst_${'0'.repeat(43)}`)).toEqual(expectedOf(() => 'api_token.invalid'))
  })

  test('refuses access once the role, the session or the person is gone', async () => {
    const app = await createTestServer({ environment: generous })
    const { queries } = app.database
    await openBrowserWithRole(app, ethereumTestKeys.bob, 'owner')
    const { browser, personId } = await openBrowserWithRole(app, ethereumTestKeys.alice, 'owner')
    const secret = await makeToken(browser, apiTokenPermissions)
    await revokeRole(
      { queries, random: systemRandomBytes },
      { personId, role: 'owner', actor: operatorAuditActor, now: app.clock.now },
    )
    expect(await walkAs(browser)).toEqual(expectedOf(() => 'permission.denied'))
    expect(await walkWith(app, secret)).toEqual(expectedOf(() => 'api_token.invalid'))
    const again = await openBrowserWithRole(app, ethereumTestKeys.alice, 'owner')
    const copy = app.openBrowser()
    for (const [name, value] of again.browser.cookies) copy.cookies.set(name, value)
    await again.browser.send('POST', '/api/sign-out')
    expect(await walkAs(copy)).toEqual(expectedOf(() => 'session.required'))
    expect((await walkWith(app, secret))['listPeople']).toBe('let in')
    await queries.updateTable('people').set({ status: 'suspended' }).where('id', '=', personId).execute()
    expect(await walkWith(app, secret)).toEqual(expectedOf(() => 'api_token.invalid'))
  })
})
