// Tests of the answer to "why can't this person sign in?".
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import type { AdminPermission } from '@countersign/api/admin-role-permissions'
import { personRefusalLimits } from '@countersign/api/server-limits'
import { toChecksumAddress } from '@countersign/message'
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import { openBrowserWithRole, requireBrowserPersonId } from '../../testing/admin-role-test-steps.ts'
import { openSteppedUpBrowser } from '../../testing/countersign-test-server.ts'
import type { TestBrowser } from '../../testing/countersign-test-server.ts'
import { databaseKinds } from '../../testing/database-fixtures.ts'
import { addTestGroup } from '../../testing/group-and-token-fixtures.ts'
import {
  addTestClientApplication,
  createAuthorizationUrl,
  createOidcTestServer,
  getInteractionIdFromRedirect,
  signInToOidcInteraction,
} from '../../testing/oidc-application-test-steps.ts'

const { alice, bob } = ethereumTestKeys

type Problems = AdminApiEndpointOutput<'readPersonSignInProblems'>

async function readProblems(browser: TestBrowser, id: string): Promise<Problems> {
  const response = await browser.send('GET', `/api/admin/people/${id}/sign-in-problems`)
  expect(response.statusCode, response.body).toBe(200)
  return response.json<Problems>()
}

describe.each(databaseKinds)('sign-in problems of a person on %s', (kind) => {
  test('name each refusal with its reason, application, wallet and browser', async () => {
    const app = await createOidcTestServer({ database: kind })
    const { browser: auditor } = await openBrowserWithRole(app, alice, 'auditor')
    const administrator = await openBrowserWithRole(app, alice, 'administrator')
    const theirs = await openSteppedUpBrowser(app, bob)
    const id = await requireBrowserPersonId(theirs)
    expect(await readProblems(auditor, id)).toMatchObject({ refusals: [], hasMore: false, closedApplications: [] })

    await addTestGroup(app, 'staff', { type: 'wallets', wallets: [alice.address] })
    const open = await addTestClientApplication(app, { id: 'open', name: 'Open' })
    const closed = await addTestClientApplication(app, { id: 'closed', name: 'Closed', allowedGroups: ['staff'] })
    await addTestClientApplication(app, { id: 'passkeys', name: 'Passkeys only', signInMethods: ['passkey'] })
    const asked = await theirs.send('GET', createAuthorizationUrl(closed))
    const denied = await theirs.send('POST', `/api/interactions/${getInteractionIdFromRedirect(asked)}/deny`)
    expect(denied.statusCode, denied.body).toBe(200)
    expect((await readProblems(auditor, id)).closedApplications).toEqual([
      {
        id: 'closed',
        name: 'Closed',
        missing: 'group',
        groups: [{ id: 'staff', name: 'Group staff' }],
        signInMethods: ['key', 'contract', 'solana', 'bitcoin', 'passkey'],
      },
      { id: 'passkeys', name: 'Passkeys only', missing: 'sign-in-method', groups: [], signInMethods: ['passkey'] },
    ])

    app.clock.now += 1000
    const suspended = await administrator.browser.send('POST', `/api/admin/people/${id}/suspend`, { reason: 'Lost' })
    expect(suspended.statusCode, suspended.body).toBe(200)
    const stranger = app.openBrowser()
    const interaction = getInteractionIdFromRedirect(await stranger.send('GET', createAuthorizationUrl(open)))
    expect((await signInToOidcInteraction(stranger, interaction, bob)).statusCode).toBe(403)
    const { refusals, closedApplications } = await readProblems(auditor, id)
    expect(closedApplications).toEqual([])
    expect(refusals).toMatchObject([
      {
        type: 'sign_in.refused',
        reason: 'person suspended',
        application: { id: 'open', name: 'Open' },
        address: toChecksumAddress(bob.address),
      },
      {
        type: 'application.denied',
        reason: 'not a member of a required group',
        application: { id: 'closed', name: 'Closed' },
      },
    ])
    expect(refusals[0]?.networkPrefix).not.toBeNull()

    app.clock.now += personRefusalLimits.days * 86_400_000
    const later = await openBrowserWithRole(app, alice, 'auditor')
    expect((await readProblems(later.browser, id)).refusals).toEqual([])
  })

  test('are only refusals that stop a sign-in, and only what the last checks show', async () => {
    const app = await createOidcTestServer({ database: kind })
    const { browser: auditor } = await openBrowserWithRole(app, alice, 'auditor')
    const id = await requireBrowserPersonId(await openSteppedUpBrowser(app, bob))
    await addTestGroup(app, 'staff', { type: 'wallets', wallets: [alice.address] })
    await addTestClientApplication(app, { id: 'closed', allowedGroups: ['staff'] })
    await addTestClientApplication(app, { id: 'passkeys', signInMethods: ['passkey'] })
    await app.database.queries.transaction().execute((transaction) =>
      appendAuditEvents(
        transaction,
        systemRandomBytes,
        app.clock.now,
        (['logout.failed', 'token.reuse_detected', 'wallet.refused', 'step_up.refused'] as const).map((type) => ({
          type,
          outcome: 'refused',
          details: { reason: 'expired' },
          evidence: { personId: id, content: {} },
        })),
      ),
    )
    const { refusals, closedApplications } = await readProblems(auditor, id)
    expect(refusals).toMatchObject([{ type: 'step_up.refused' }])
    // The group of the other application was never checked for this person.
    expect(closedApplications.map((application) => application.id)).toEqual(['passkeys'])

    await app.database.queries
      .updateTable('wallets')
      .set({ on_hold_since: app.clock.now })
      .where('person_id', '=', id)
      .execute()
    expect((await readProblems(auditor, id)).closedApplications).toEqual([])
  })

  test('N11: are refused to an API token without the permissions for what they name', async () => {
    const app = await createOidcTestServer({ database: kind })
    const { browser, personId } = await openBrowserWithRole(app, alice, 'owner')
    const readWith = async (permissions: readonly AdminPermission[]): Promise<number> => {
      const made = await browser.send('POST', '/api/admin/api-tokens', { name: 'Read', permissions, days: 1 })
      const headers = { authorization: `Bearer ${made.json<{ secret: string }>().secret}` }
      const url = `/api/admin/people/${personId}/sign-in-problems`
      return (await app.http.inject({ method: 'GET', url, headers })).statusCode
    }
    const needed: readonly AdminPermission[] = ['activity.read', 'people.read', 'groups.read', 'applications.read']
    expect(await readWith(needed)).toBe(200)
    for (const missing of needed) expect(await readWith(needed.filter((one) => one !== missing)), missing).toBe(403)
  })

  test('are not found for an unknown person', async () => {
    const app = await createOidcTestServer({ database: kind })
    const { browser } = await openBrowserWithRole(app, alice, 'auditor')
    const response = await browser.send('GET', `/api/admin/people/${'0'.repeat(26)}/sign-in-problems`)
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([404, 'person.not_found'])
  })
})
