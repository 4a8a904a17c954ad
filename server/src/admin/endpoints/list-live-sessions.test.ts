// Tests of the live session list.
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { toChecksumAddress } from '@countersign/message'
import { createEthereumTestKey, ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import { createTestServer, openSteppedUpBrowser } from '../../testing/countersign-test-server.ts'
import type { TestBrowser } from '../../testing/countersign-test-server.ts'
import { databaseKinds } from '../../testing/database-fixtures.ts'
import { openBrowserWithRole, requireBrowserPersonId } from '../../testing/admin-role-test-steps.ts'
import { encodeListCursor } from './admin-list-pagination.ts'

const { alice, bob, carol } = ethereumTestKeys
type Page = AdminApiEndpointOutput<'listLiveSessions'>

const generous = {
  COUNTERSIGN_SIGN_INS_PER_NETWORK_PER_MINUTE: '1000',
  COUNTERSIGN_CHALLENGES_PER_NETWORK_PER_MINUTE: '1000',
}

async function read(browser: TestBrowser, query: Record<string, string> = {}): Promise<Page> {
  const response = await browser.send('GET', `/api/admin/sessions?${new URLSearchParams(query)}`)
  expect(response.statusCode, response.body).toBe(200)
  return response.json<Page>()
}

describe.each(databaseKinds)('live sessions on %s', (kind) => {
  test('are listed with their person, newest or oldest first, without token hashes', async () => {
    const app = await createTestServer({ database: kind })
    const { browser, personId } = await openBrowserWithRole(app, alice, 'auditor')
    app.clock.now += 1000
    const theirs = await openSteppedUpBrowser(app, bob)
    const { items, nextCursor, total } = await read(browser)
    const address = toChecksumAddress(bob.address)
    expect([nextCursor, total]).toEqual([null, null])
    expect(items).toMatchObject([
      {
        person: { id: await requireBrowserPersonId(theirs), address, displayName: null },
        wallet: { address },
        applications: [],
        createdAt: '2026-01-15T12:00:02.000Z',
      },
      { person: { id: personId } },
    ])
    const kept = await app.database.queries.selectFrom('sessions').select('token_hash').execute()
    for (const { token_hash: hash } of kept) expect(JSON.stringify(items)).not.toContain(hash)
    expect((await read(browser, { order: 'asc' })).items.map(({ person }) => person.id)).toEqual([
      personId,
      await requireBrowserPersonId(theirs),
    ])
  })

  test('disappear after sign-out and after the idle timeout', async () => {
    const app = await createTestServer({ database: kind })
    const { browser, personId } = await openBrowserWithRole(app, alice, 'auditor')
    const signedOut = await openSteppedUpBrowser(app, bob)
    await openSteppedUpBrowser(app, carol)
    expect((await read(browser)).items).toHaveLength(3)
    await signedOut.send('POST', '/api/sign-out')
    expect((await read(browser)).items).toHaveLength(2)
    app.clock.now += app.limits.sessionIdleTimeoutSeconds * 1000
    const { browser: again } = await openBrowserWithRole(app, alice, 'auditor')
    expect((await read(again)).items.map(({ person }) => person.id)).toEqual([personId])
  })

  test('are found by the name or address of their person', async () => {
    const app = await createTestServer({ database: kind })
    const { browser } = await openBrowserWithRole(app, alice, 'auditor')
    for (const one of [await openSteppedUpBrowser(app, bob), await openSteppedUpBrowser(app, bob)])
      expect((await one.send('PATCH', '/api/person', { displayName: 'Bob 100%' })).statusCode).toBeLessThan(300)
    await openSteppedUpBrowser(app, carol)
    const found = async (search: string) => (await read(browser, { search })).items.length
    expect([
      await found('bob 100%'),
      await found(bob.address.toUpperCase().replace('0X', '0x')),
      await found(carol.address.slice(0, 10)),
      await found('nobody'),
    ]).toEqual([2, 2, 1, 0])
  })

  test('are filtered by network, system, sign-in method, new browser, application and age', async () => {
    const app = await createTestServer({ database: kind, environment: generous })
    const { browser, personId } = await openBrowserWithRole(app, alice, 'auditor')
    const bobs = await requireBrowserPersonId(await openSteppedUpBrowser(app, bob))
    await app.database.queries
      .updateTable('sessions')
      .set({
        network_prefix: '203.0.113.0/24',
        user_agent:
          'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1',
        created_at: app.clock.now - 8 * 86_400_000,
      })
      .where('person_id', '=', bobs)
      .execute()
    const carols = await requireBrowserPersonId(await openSteppedUpBrowser(app, carol))
    await app.database.queries
      .updateTable('browsers')
      .set({ trusted_at: null })
      .where(
        'id',
        'in',
        app.database.queries.selectFrom('sessions').select('browser_id').where('person_id', '=', carols),
      )
      .execute()
    const found = async (query: Record<string, string>) =>
      (await read(browser, query)).items.map(({ person }) => person.id)
    expect(await found({ network: '203.0.113.0/24' })).toEqual([bobs])
    expect(await found({ system: 'iphone' })).toEqual([bobs])
    expect(await found({ system: 'macos' })).toEqual([])
    expect(await found({ signInMethod: 'key' })).toHaveLength(3)
    expect(await found({ signInMethod: 'passkey' })).toEqual([])
    expect(await found({ newBrowser: 'true' })).toEqual([carols])
    expect(await found({ application: 'wiki' })).toEqual([])
    expect(await found({ olderThanDays: '7' })).toEqual([bobs])
    expect(await found({ olderThanDays: '7', order: 'asc' })).toEqual([bobs])
    expect(await found({ olderThanDays: '30' })).toEqual([])
    expect(await found({ search: bob.address, system: 'iphone' })).toEqual([bobs])
    expect(await found({ search: bob.address, newBrowser: 'true' })).toEqual([])
    expect(await found({ olderThanDays: '1', search: personId })).toEqual([])
  })

  test('are not scanned beyond the newest that can match, with the oldest first', async () => {
    const app = await createTestServer({ database: kind })
    const { browser } = await openBrowserWithRole(app, alice, 'auditor')
    const { queries } = app.database
    const session = await queries.selectFrom('sessions').selectAll().executeTakeFirstOrThrow()
    // More than one request scans.
    const copies = Array.from({ length: 1100 }, (_, index) => String(index).padStart(26, '0'))
    for (let from = 0; from < copies.length; from += 100)
      await queries
        .insertInto('sessions')
        .values(copies.slice(from, from + 100).map((id) => ({ ...session, id, token_hash: id })))
        .execute()
    expect(await read(browser, { olderThanDays: '7', order: 'asc' })).toMatchObject({ items: [], nextCursor: null })
  })

  test('are paged without duplicates, even when many started at the same time', async () => {
    const app = await createTestServer({ database: kind, environment: generous })
    const { browser } = await openBrowserWithRole(app, alice, 'auditor')
    for (let index = 0; index < 60; index++)
      expect((await app.openBrowser().signIn(createEthereumTestKey(500 + index))).statusCode).toBe(200)
    for (const order of ['asc', 'desc']) {
      const first = await read(browser, { order })
      const second = await read(browser, { order, cursor: first.nextCursor ?? '' })
      expect([first.items.length, second.items.length, second.nextCursor]).toEqual([50, 11, null])
      expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(61)
    }
    for (const cursor of [encodeListCursor(['Ada', '1']), 'nonsense', Buffer.from('[1]').toString('base64url')]) {
      const response = await browser.send('GET', `/api/admin/sessions?cursor=${cursor}`)
      expect([response.statusCode, response.json<{ code: string }>().code], cursor).toEqual([400, 'request.invalid'])
    }
  })
})
