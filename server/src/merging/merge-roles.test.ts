// Merging identities of which one has a role: nobody gets a role by it, and no role is lost by it.
import { testKeys } from '@countersign/testing/test-keys'
import { describe, expect, test } from 'vitest'
import { createTestApp, openConfirmed } from '../testing/test-app.ts'
import { databaseKinds } from '../testing/test-databases.ts'
import { accept, merge, offer, undo } from '../testing/test-merges.ts'
import { giveRole, openWithRole, personIdOf } from '../testing/test-roles.ts'
import { rolesOf } from '../roles/store.ts'

const { alice, bob } = testKeys
const codeOf = (response: { statusCode: number; body: string }): string => (response.statusCode < 300 ? 'done' : (JSON.parse(response.body) as { code: string }).code)

describe.each(databaseKinds)('merging with roles on %s', (kind) => {
  test('N11 an identity with a role is merged into no other, the last owner least of all', async () => {
    const app = await createTestApp({ database: kind })
    const owner = await openWithRole(app, bob, 'owner')
    const browser = await openConfirmed(app, alice)
    const attempt = await browser.send('POST', '/api/merges', await browser.signFor('merge', bob))
    expect(codeOf(attempt)).toBe('merge.impossible')
    expect(await rolesOf(app.database.queries, await personIdOf(browser))).toEqual([])
    expect((await owner.browser.send('GET', '/api/admin')).json()).toMatchObject({ roles: ['owner'] })
  })

  test('N11 nor where the role came after the offer', async () => {
    const app = await createTestApp({ database: kind })
    const otherId = await personIdOf(await openConfirmed(app, bob))
    const browser = await openConfirmed(app, alice)
    const offered = await offer(browser, bob)
    await giveRole(app, otherId, 'auditor')
    expect(codeOf(await accept(browser, offered))).toBe('merge.impossible')
    const { status } = await app.database.queries.selectFrom('people').select('status').where('id', '=', otherId).executeTakeFirstOrThrow()
    expect(status).toBe('active')
  })

  test('N11 who has a role takes another identity in, and that one has none when it goes again', async () => {
    const app = await createTestApp({ database: kind })
    const owner = await openWithRole(app, alice, 'owner')
    const otherId = await personIdOf(await openConfirmed(app, bob))
    const merged = await merge(owner.browser, bob)
    expect((await owner.browser.send('GET', '/api/admin')).json()).toMatchObject({ roles: ['owner'] })
    expect((await undo(owner.browser, merged)).statusCode).toBe(200)
    const again = await openConfirmed(app, bob)
    expect(await personIdOf(again)).toBe(otherId)
    expect((await again.send('GET', '/api/admin')).json()).toMatchObject({ roles: [] })
  })
})
