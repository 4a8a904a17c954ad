// Assigns roles in tests, as an operator does.
import type { AdminRole } from '@countersign/api/admin-role-permissions'
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import type { EthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { operatorAuditActor } from '../audit-log/audit-actor.ts'
import { systemRandomBytes } from '../platform/clock.ts'
import { grantRole } from '../store/roles/grant-role.ts'
import { openSteppedUpBrowser } from './countersign-test-server.ts'
import type { TestServer, TestBrowser } from './countersign-test-server.ts'

export async function grantTestRole(
  app: Pick<TestServer, 'database' | 'clock' | 'limits'>,
  personId: string,
  role: AdminRole,
): Promise<void> {
  const { queries } = app.database
  await grantRole(
    { queries, random: systemRandomBytes, limits: app.limits },
    { personId, role, actor: operatorAuditActor, now: app.clock.now },
  )
}

/** The person has just signed in and stepped up. */
export async function openBrowserWithRole(
  app: TestServer,
  key: EthereumTestKey,
  role: AdminRole | null,
): Promise<{ browser: TestBrowser; personId: string }> {
  const browser = await openSteppedUpBrowser(app, key)
  const personId = await requireBrowserPersonId(browser)
  if (role !== null) await grantTestRole(app, personId, role)
  return { browser, personId }
}

export async function requireBrowserPersonId(browser: TestBrowser): Promise<string> {
  const { person } = (await browser.send('GET', '/api/session')).json<ApiEndpointOutput<'readSession'>>()
  if (person === null) throw new Error('Nobody is signed in')
  return person.id
}
