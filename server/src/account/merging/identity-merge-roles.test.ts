// Tests that a merge neither grants nor removes roles.
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import { systemRandomBytes } from '../../platform/clock.ts'
import { issueSetupCode } from '../../admin/setup/issue-setup-code.ts'
import { createTestServer, openSteppedUpBrowser } from '../../testing/countersign-test-server.ts'
import {
  requestIdentityMergeAcceptanceForTests,
  mergeIdentitiesForTests,
  createIdentityMergeOfferForTests,
  requestIdentityMergeUndoForTests,
} from '../../testing/identity-merge-test-steps.ts'
import { grantTestRole, openBrowserWithRole, requireBrowserPersonId } from '../../testing/admin-role-test-steps.ts'
import { listRolesOfPerson } from '../../store/roles/role-store.ts'

const { alice, bob, carol } = ethereumTestKeys
const codeOf = (response: { statusCode: number; body: string }): string =>
  response.statusCode < 300 ? 'done' : (JSON.parse(response.body) as { code: string }).code

describe('merges of people with roles', () => {
  test('N11: refuses to merge an identity with a role, such as the last owner, into another', async () => {
    const app = await createTestServer()
    const owner = await openBrowserWithRole(app, bob, 'owner')
    const browser = await openSteppedUpBrowser(app, alice)
    const attempt = await browser.send('POST', '/api/merges', await browser.signChallengeFor('merge', bob))
    expect(codeOf(attempt)).toBe('merge.not_possible')
    expect(await listRolesOfPerson(app.database.queries, await requireBrowserPersonId(browser))).toEqual([])
    expect((await owner.browser.send('GET', '/api/admin')).json()).toMatchObject({ roles: ['owner'] })
  })

  test('N11: refuses the merge if the role was granted after the offer', async () => {
    const app = await createTestServer()
    const otherId = await requireBrowserPersonId(await openSteppedUpBrowser(app, bob))
    const browser = await openSteppedUpBrowser(app, alice)
    const offered = await createIdentityMergeOfferForTests(browser, bob)
    await grantTestRole(app, otherId, 'auditor')
    expect(codeOf(await requestIdentityMergeAcceptanceForTests(browser, offered))).toBe('merge.not_possible')
    const { status } = await app.database.queries
      .selectFrom('people')
      .select('status')
      .where('id', '=', otherId)
      .executeTakeFirstOrThrow()
    expect(status).toBe('active')
  })

  test('N11: a person with a role can merge another identity, which has no role after an undo', async () => {
    const app = await createTestServer()
    const owner = await openBrowserWithRole(app, alice, 'owner')
    const otherId = await requireBrowserPersonId(await openSteppedUpBrowser(app, bob))
    const merged = await mergeIdentitiesForTests(owner.browser, bob)
    expect((await owner.browser.send('GET', '/api/admin')).json()).toMatchObject({ roles: ['owner'] })
    expect((await requestIdentityMergeUndoForTests(owner.browser, merged)).statusCode).toBe(200)
    const again = await openSteppedUpBrowser(app, bob)
    expect(await requireBrowserPersonId(again)).toBe(otherId)
    expect((await again.send('GET', '/api/admin')).json()).toMatchObject({ roles: [] })
  })

  test('N11 P3: refuses to grant a role while a merge into the person can be undone', async () => {
    const app = await createTestServer()
    const { queries } = app.database
    const owner = await openBrowserWithRole(app, carol, 'owner')
    const tricked = await requireBrowserPersonId(await openSteppedUpBrowser(app, bob))
    const browser = await openSteppedUpBrowser(app, alice)
    const personId = await requireBrowserPersonId(browser)
    await mergeIdentitiesForTests(browser, bob)
    // The victim's address now belongs to the attacker's identity.
    expect(await requireBrowserPersonId(await openSteppedUpBrowser(app, bob))).toBe(personId)
    const grant = async () =>
      codeOf(await owner.browser.send('PUT', `/api/admin/people/${personId}/roles/administrator`))
    expect(await grant()).toBe('merge.already_open')
    await expect(grantTestRole(app, personId, 'owner')).rejects.toMatchObject({ code: 'merge.already_open' })
    expect(await listRolesOfPerson(queries, personId)).toEqual([])
    expect((await owner.browser.send('GET', `/api/admin/people/${tricked}`)).json()).toMatchObject({ status: 'merged' })
    app.clock.now += app.limits.mergeUndoSeconds * 1000
    await owner.browser.signIn(carol)
    await owner.browser.stepUp(carol)
    expect(await grant()).toBe('done')
  })

  test('N11 P3: refuses to create the first owner while a merge into the person can be undone', async () => {
    const app = await createTestServer()
    const code = (await issueSetupCode({ queries: app.database.queries, random: systemRandomBytes })) ?? ''
    await openSteppedUpBrowser(app, bob)
    await mergeIdentitiesForTests(await openSteppedUpBrowser(app, alice), bob)
    const browser = await openSteppedUpBrowser(app, bob)
    expect(codeOf(await browser.send('POST', '/api/setup', { code }))).toBe('merge.already_open')
    // The refused attempt does not use up the code.
    expect(codeOf(await (await openSteppedUpBrowser(app, carol)).send('POST', '/api/setup', { code }))).toBe('done')
  })
})
