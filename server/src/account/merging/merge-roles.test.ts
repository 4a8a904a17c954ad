// Merging identities of which one has a role: nobody gets a role by it, and no role is lost by it.
import { testKeys } from '@countersign/testing/test-keys'
import { describe, expect, test } from 'vitest'
import { systemRandom } from '../../platform/clock.ts'
import { beginSetup } from '../../admin/setup/begin.ts'
import { createTestApp, openConfirmed } from '../../testing/test-app.ts'
import { accept, merge, offer, undo } from '../../testing/test-merges.ts'
import { giveRole, openWithRole, personIdOf } from '../../testing/test-roles.ts'
import { rolesOf } from '../../store/roles/store.ts'

const { alice, bob, carol } = testKeys
const codeOf = (response: { statusCode: number; body: string }): string =>
  response.statusCode < 300 ? 'done' : (JSON.parse(response.body) as { code: string }).code

describe('merging with roles', () => {
  test('N11 an identity with a role is merged into no other, the last owner least of all', async () => {
    const app = await createTestApp()
    const owner = await openWithRole(app, bob, 'owner')
    const browser = await openConfirmed(app, alice)
    const attempt = await browser.send('POST', '/api/merges', await browser.signFor('merge', bob))
    expect(codeOf(attempt)).toBe('merge.impossible')
    expect(await rolesOf(app.database.queries, await personIdOf(browser))).toEqual([])
    expect((await owner.browser.send('GET', '/api/admin')).json()).toMatchObject({ roles: ['owner'] })
  })

  test('N11 nor where the role came after the offer', async () => {
    const app = await createTestApp()
    const otherId = await personIdOf(await openConfirmed(app, bob))
    const browser = await openConfirmed(app, alice)
    const offered = await offer(browser, bob)
    await giveRole(app, otherId, 'auditor')
    expect(codeOf(await accept(browser, offered))).toBe('merge.impossible')
    const { status } = await app.database.queries
      .selectFrom('people')
      .select('status')
      .where('id', '=', otherId)
      .executeTakeFirstOrThrow()
    expect(status).toBe('active')
  })

  test('N11 who has a role takes another identity in, and that one has none when it goes again', async () => {
    const app = await createTestApp()
    const owner = await openWithRole(app, alice, 'owner')
    const otherId = await personIdOf(await openConfirmed(app, bob))
    const merged = await merge(owner.browser, bob)
    expect((await owner.browser.send('GET', '/api/admin')).json()).toMatchObject({ roles: ['owner'] })
    expect((await undo(owner.browser, merged)).statusCode).toBe(200)
    const again = await openConfirmed(app, bob)
    expect(await personIdOf(again)).toBe(otherId)
    expect((await again.send('GET', '/api/admin')).json()).toMatchObject({ roles: [] })
  })

  test('N11 P3 nobody is given a role while a merge into them can be undone: it would go to whoever tricked somebody into it', async () => {
    const app = await createTestApp()
    const { queries } = app.database
    const owner = await openWithRole(app, carol, 'owner')
    const tricked = await personIdOf(await openConfirmed(app, bob))
    const browser = await openConfirmed(app, alice)
    const personId = await personIdOf(browser)
    await merge(browser, bob)
    // Whoever is looked up by the address of the tricked one is found as the other.
    expect(await personIdOf(await openConfirmed(app, bob))).toBe(personId)
    const grant = async () =>
      codeOf(await owner.browser.send('PUT', `/api/admin/people/${personId}/roles/administrator`))
    expect(await grant()).toBe('merge.open')
    await expect(giveRole(app, personId, 'owner')).rejects.toMatchObject({ code: 'merge.open' })
    expect(await rolesOf(queries, personId)).toEqual([])
    expect((await owner.browser.send('GET', `/api/admin/people/${tricked}`)).json()).toMatchObject({ status: 'merged' })
    app.clock.now += app.limits.mergeUndoSeconds * 1000
    await owner.browser.signIn(carol)
    await owner.browser.stepUp(carol)
    expect(await grant()).toBe('done')
  })

  test('N11 P3 nor does anybody become the first owner then', async () => {
    const app = await createTestApp()
    const code = (await beginSetup({ queries: app.database.queries, random: systemRandom })) ?? ''
    await openConfirmed(app, bob)
    await merge(await openConfirmed(app, alice), bob)
    const browser = await openConfirmed(app, bob)
    expect(codeOf(await browser.send('POST', '/api/setup', { code }))).toBe('merge.open')
    // The code is not spent by that: anybody else can still become it.
    expect(codeOf(await (await openConfirmed(app, carol)).send('POST', '/api/setup', { code }))).toBe('done')
  })
})
