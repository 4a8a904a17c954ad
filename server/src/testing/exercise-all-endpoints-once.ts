// Calls every endpoint, runs OAuth flows and jobs, and reports endpoints that never succeeded.
import { adminApiRoutes } from '@countersign/api/admin-api-route-paths'
import { apiRoutes } from '@countersign/api/api-route-paths'
import type { TestMailServer } from '@countersign/testing/test-mail-server'
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import type { LightMyRequestResponse } from 'fastify'
import sharp from 'sharp'
import {
  listWalletEnsNamesDueForRefresh,
  claimWalletEnsNameDueForRefresh,
} from '../store/wallets/wallet-ens-name-store.ts'
import { openSteppedUpBrowser } from './countersign-test-server.ts'
import type { TestServer } from './countersign-test-server.ts'
import { createTestContractAddress, signInAsContract } from './session-recheck-fixtures.ts'
import { grantTestRole, requireBrowserPersonId } from './admin-role-test-steps.ts'
import type { ClockControlledTestServer } from './call-api-expecting-success.ts'
import {
  exerciseFirstRunSetupEndpoints,
  exerciseAccountEndpoints,
  exercisePasskeyEndpoints,
  exerciseUntrustedBrowserEndpoints,
  exerciseCrossDeviceEndpoints,
  exerciseIdentityMergeEndpoints,
} from './account-endpoint-test-steps.ts'
import { exerciseOidcEndpoints } from './oidc-endpoint-test-steps.ts'
import {
  exerciseApplicationAdminEndpoints,
  exerciseLoginRequestEndpoints,
  exerciseProductAdminEndpoints,
  exerciseResourceServerAdminEndpoints,
  exerciseGroupAdminEndpoints,
  exercisePeopleAdminEndpoints,
  exerciseAuditLogAdminEndpoints,
  exerciseSettingsAdminEndpoints,
} from './admin-endpoint-test-steps.ts'

const allRoutes = { ...apiRoutes, ...adminApiRoutes }
const day = 86_400_000

export async function exerciseAllEndpointsOnce(
  app: ClockControlledTestServer,
  say: (what: string) => void,
  mail: Pick<TestMailServer, 'mails' | 'waitForMails'>,
): Promise<string[]> {
  const answered = recordSuccessfulCalls(app)
  const step = async <Result>(what: string, run: () => Promise<Result>): Promise<Result> => {
    say(what)
    return run()
  }
  const mark = (
    await sharp({ create: { width: 64, height: 64, channels: 3, background: '#336' } })
      .png()
      .toBuffer()
  ).toString('base64')
  await step('setup', () => exerciseFirstRunSetupEndpoints(app))
  const owner = await step('owner', async () => {
    const browser = await openSteppedUpBrowser(app, createEthereumTestKey(901))
    await grantTestRole(app, await requireBrowserPersonId(browser), 'owner')
    return browser
  })
  await step('own account', () => exerciseAccountEndpoints(app, mark, mail))
  await step('passkeys', () => exercisePasskeyEndpoints(app))
  await step('browsers', () => exerciseUntrustedBrowserEndpoints(app))
  await step('another device', () => exerciseCrossDeviceEndpoints(app))
  await step('merging', () => exerciseIdentityMergeEndpoints(app))
  await step('applications of people', () => exerciseOidcEndpoints(app))
  await step('contract wallets', () => signInAsContract(app, createTestContractAddress(1)))
  await step('applications', () => exerciseApplicationAdminEndpoints(app, owner, mark))
  await step('resources', () => exerciseResourceServerAdminEndpoints(owner))
  await step('products', () => exerciseProductAdminEndpoints(owner))
  await step('command line logins', () => exerciseLoginRequestEndpoints(app, owner))
  await step('groups', () => exerciseGroupAdminEndpoints(app, owner))
  await step('people', () => exercisePeopleAdminEndpoints(app, owner))
  await step('activity', () => exerciseAuditLogAdminEndpoints(app, owner))
  await step('settings', () => exerciseSettingsAdminEndpoints(owner, mark))
  await step('jobs', () => runJobs(app))
  // Expires only one session, because advancing the clock would expire all of them.
  const { queries } = app.database
  const { id } = await queries
    .selectFrom('sessions')
    .select('id')
    .where('ended_at', 'is', null)
    .limit(1)
    .executeTakeFirstOrThrow()
  await queries.updateTable('sessions').set({ expires_at: app.clock.now }).where('id', '=', id).execute()
  for (const milliseconds of [5 * 60_000, day]) {
    app.pass(milliseconds)
    await step('jobs later', () => runJobs(app))
  }
  return Object.keys(allRoutes).filter((name) => !answered.has(name))
}

function recordSuccessfulCalls(app: TestServer): Set<string> {
  const answered = new Set<string>()
  const patterns = Object.entries(allRoutes).map(([name, { method, path }]) => ({
    name,
    method,
    form: new RegExp(`^${path.replace(/:\w+/g, '[^/]+').replace('*', '.+')}$`),
  }))
  const { http } = app
  const inject = http.inject.bind(http) as (options: {
    method?: string
    url: string
  }) => Promise<LightMyRequestResponse>
  http.inject = (async (options: { method?: string; url: string }) => {
    const response = await inject(options)
    const [path = ''] = options.url.split('?')
    const candidates = patterns.filter(({ method, form }) => method === (options.method ?? 'GET') && form.test(path))
    // "/events/export" also matches the route pattern of a single entry.
    const found =
      candidates.find(({ name }) => allRoutes[name as keyof typeof allRoutes].path === path) ?? candidates[0]
    if (found !== undefined && response.statusCode < 400) answered.add(found.name)
    return response
  }) as unknown as typeof http.inject
  return answered
}

async function runJobs(app: ClockControlledTestServer): Promise<void> {
  await app.pruneExpired()
  await app.deliverLogouts()
  await app.storeRefusedRequests()
  await app.recheckSessions()
  await app.recheckGroupMemberships()
  await app.refreshWalletNames()
  const { queries } = app.database
  const [due] = await listWalletEnsNamesDueForRefresh(queries, app.clock.now, 60)
  if (due !== undefined) await claimWalletEnsNameDueForRefresh(queries, due, app.clock.now + day)
}
