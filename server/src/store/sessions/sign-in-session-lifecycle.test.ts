import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import { listSequencedAuditEntryTexts } from '../../testing/inspect-test-database.ts'
import { createTestServer } from '../../testing/countersign-test-server.ts'
import type { TestBrowser } from '../../testing/countersign-test-server.ts'
import { createTestDatabase, openDatabaseUntilTestEnds, testOnBothDatabases } from '../../testing/database-fixtures.ts'

const sessionName = '__Host-countersign-session'
const day = 86_400_000

const listOf = async (browser: TestBrowser): Promise<ApiEndpointOutput<'listSessions'>['items']> =>
  (await browser.send('GET', '/api/sessions')).json<ApiEndpointOutput<'listSessions'>>().items

const works = async (browser: TestBrowser): Promise<boolean> =>
  (await browser.send('GET', '/api/wallets')).statusCode === 200

describe('sessions', () => {
  testOnBothDatabases('are listed newest first for their person only, with the current one marked', async (kind) => {
    const app = await createTestServer({ database: kind })
    const [laptop, phone, stranger] = [
      app.openBrowser({ userAgent: 'Laptop' }),
      app.openBrowser({ userAgent: 'Phone', address: '2001:db8:1:2::3' }),
      app.openBrowser(),
    ]
    await laptop.signIn(ethereumTestKeys.alice)
    app.clock.now += 1000
    await phone.signIn(ethereumTestKeys.alice)
    await stranger.signIn(ethereumTestKeys.bob)
    expect(
      (await listOf(laptop)).map(({ userAgent, current, networkPrefix }) => ({ userAgent, current, networkPrefix })),
    ).toEqual([
      { userAgent: 'Phone', current: false, networkPrefix: '2001:db8:1:2::/64' },
      { userAgent: 'Laptop', current: true, networkPrefix: '127.0.0.0/24' },
    ])
  })

  testOnBothDatabases('are paged without losing or repeating one', async (kind) => {
    const app = await createTestServer({
      database: kind,
      environment: {
        COUNTERSIGN_SIGN_INS_PER_WALLET_PER_MINUTE: '1000',
        COUNTERSIGN_SIGN_INS_PER_NETWORK_PER_MINUTE: '1000',
        COUNTERSIGN_CHALLENGES_PER_NETWORK_PER_MINUTE: '1000',
      },
    })
    const browser = app.openBrowser()
    // Sessions created in the same millisecond must not be lost or repeated.
    for (let index = 0; index < 120; index++) {
      if (index % 3 === 0) app.clock.now += 1
      browser.cookies.delete(sessionName)
      await browser.signIn()
    }
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: ApiEndpointOutput<'listSessions'> = (
        await browser.send('GET', `/api/sessions${cursor === null ? '' : `?cursor=${cursor}`}`)
      ).json()
      expect(page.items.length).toBeLessThanOrEqual(50)
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(new Set(seen).size).toBe(120)
    expect(seen).toHaveLength(120)
  })

  testOnBothDatabases('P4: end at once on sign-out, on every instance', async (kind) => {
    const address = await createTestDatabase(kind)
    const [one, two] = [
      await createTestServer({ database: openDatabaseUntilTestEnds(address) }),
      await createTestServer({ database: openDatabaseUntilTestEnds(address) }),
    ]
    const browser = one.openBrowser()
    await browser.signIn()
    const stolen = two.openBrowser()
    for (const [name, value] of browser.cookies) stolen.cookies.set(name, value)
    expect(await works(stolen)).toBe(true)

    expect((await browser.send('POST', '/api/sign-out')).statusCode).toBe(204)
    expect(browser.cookies.has(sessionName)).toBe(false)
    expect(await works(stolen)).toBe(false)
    expect(await listSequencedAuditEntryTexts(one.database.queries)).toContain(
      'session.ended success {"reason":"signed-out"}',
    )
  })

  test('P4: end when another browser of the person revokes them', async () => {
    const app = await createTestServer()
    const [laptop, phone] = [app.openBrowser(), app.openBrowser()]
    await laptop.signIn()
    await laptop.stepUp()
    await phone.signIn()
    const other = (await listOf(laptop)).find(({ current }) => !current)
    expect((await laptop.send('DELETE', `/api/sessions/${other?.id}`)).statusCode).toBe(204)
    expect(await works(phone)).toBe(false)
    expect(await works(laptop)).toBe(true)
    expect((await laptop.send('DELETE', `/api/sessions/${other?.id}`)).json()).toMatchObject({
      code: 'session.not_found',
      status: 404,
    })
  })

  test('M17: cannot be ended from an untrusted browser, except its own session', async () => {
    const app = await createTestServer()
    const [own, theirs, third] = [
      app.openBrowser({ userAgent: 'Own' }),
      app.openBrowser({ userAgent: 'Theirs' }),
      app.openBrowser(),
    ]
    await own.signIn()
    await own.stepUp()
    await theirs.signIn()
    await third.signIn()
    const byName = new Map((await listOf(own)).map(({ userAgent, id }) => [userAgent, id]))
    const unknown = (await own.send('GET', '/api/browsers/untrusted'))
      .json<ApiEndpointOutput<'listUntrustedBrowsers'>>()
      .items.find(({ userAgent }) => userAgent !== 'Theirs')
    for (const path of ['/api/sessions', `/api/sessions/${byName.get('Own')}`, `/api/browsers/${unknown?.id}`]) {
      expect((await theirs.send('DELETE', path)).json()).toMatchObject({ code: 'step_up.required', status: 403 })
    }
    expect([await works(own), await works(third)]).toEqual([true, true])
    expect((await theirs.send('DELETE', `/api/sessions/${byName.get('Theirs')}`)).statusCode).toBe(204)
    expect(await works(theirs)).toBe(false)
    // A trusted browser needs no step-up, so that the person can sign out an attacker immediately.
    app.clock.now += day
    expect((await own.send('DELETE', '/api/sessions')).json()).toEqual({ ended: 1 })
  })

  test('P4: a session of another person cannot be ended, and looks like a missing one', async () => {
    const app = await createTestServer()
    const [alice, bob] = [app.openBrowser(), app.openBrowser()]
    const { session } = (await alice.signIn(ethereumTestKeys.alice)).json<ApiEndpointOutput<'signIn'>>()
    await bob.signIn(ethereumTestKeys.bob)
    await bob.stepUp(ethereumTestKeys.bob)
    const refused = await bob.send('DELETE', `/api/sessions/${session.id}`)
    const absent = await bob.send('DELETE', `/api/sessions/${'0'.repeat(26)}`)
    expect({ ...refused.json<object>(), instance: '' }).toEqual({ ...absent.json<object>(), instance: '' })
    expect(await works(alice)).toBe(true)
  })

  testOnBothDatabases('can all be ended except the current one', async (kind) => {
    const app = await createTestServer({ database: kind })
    const browsers = [app.openBrowser(), app.openBrowser(), app.openBrowser()] as const
    for (const browser of browsers) await browser.signIn()
    await browsers[0].stepUp()
    expect((await browsers[0].send('DELETE', '/api/sessions')).json()).toEqual({ ended: 2 })
    expect(await Promise.all(browsers.map(works))).toEqual([true, false, false])
    expect(await verifyAuditLogIntegrity(app.database.queries)).toMatchObject({ outcome: 'whole' })
  })

  test('P4: end immediately when the person is suspended', async () => {
    const app = await createTestServer()
    const browser = app.openBrowser()
    await browser.signIn()
    await app.database.queries.updateTable('people').set({ status: 'suspended' }).execute()
    expect(await works(browser)).toBe(false)
    expect((await browser.send('GET', '/api/session')).json()).toEqual({ person: null, session: null })
  })

  testOnBothDatabases('end when idle; use extends them up to the maximum lifetime', async (kind) => {
    const app = await createTestServer({ database: kind })
    const [used, idle] = [app.openBrowser(), app.openBrowser()]
    await used.signIn()
    await idle.signIn()
    app.clock.now += 6 * day
    expect(await works(used)).toBe(true)
    app.clock.now += day
    expect([await works(used), await works(idle)]).toEqual([true, false])
    await app.pruneExpired()
    expect(await listSequencedAuditEntryTexts(app.database.queries)).toContain(
      'session.ended success {"reason":"idle"}',
    )
    for (let week = 0; week < 3; week++) {
      app.clock.now += 6 * day
      expect(await works(used)).toBe(true)
    }
    app.clock.now += 5 * day
    expect(await works(used)).toBe(false)
    await app.pruneExpired()
    expect(await listSequencedAuditEntryTexts(app.database.queries)).toContain(
      'session.ended success {"reason":"expired"}',
    )
  })

  test('P5: get a new token at each sign-in, which ends the previous session', async () => {
    const app = await createTestServer()
    const browser = app.openBrowser()
    const planted = 'A'.repeat(43)
    browser.cookies.set(sessionName, planted)
    await browser.signIn()
    const first = browser.cookies.get(sessionName)
    expect(first).not.toBe(planted)
    await browser.signIn()
    expect(browser.cookies.get(sessionName)).not.toBe(first)
    const old = app.openBrowser()
    old.cookies.set(sessionName, first ?? '')
    expect(await works(old)).toBe(false)
    expect(await listSequencedAuditEntryTexts(app.database.queries)).toContain(
      'session.ended success {"reason":"replaced"}',
    )
  })

  test('P8: give signed-out callers the same response whether or not a session exists', async () => {
    const app = await createTestServer()
    const { session } = (await app.openBrowser().signIn()).json<ApiEndpointOutput<'signIn'>>()
    const stranger = app.openBrowser()
    for (const [method, path] of [
      ['GET', '/api/wallets'],
      ['GET', '/api/sessions'],
      ['DELETE', `/api/sessions/${session.id}`],
      ['DELETE', `/api/sessions/${'0'.repeat(26)}`],
    ] as const) {
      expect((await stranger.send(method, path)).json()).toMatchObject({ code: 'session.required', status: 401 })
    }
    expect((await stranger.send('GET', '/api/session')).json()).toEqual({ person: null, session: null })
    expect((await stranger.send('POST', '/api/sign-out')).statusCode).toBe(204)
  })
})

test('P9: session tokens and browser secrets are neither stored in plain text nor logged', async () => {
  const address = await createTestDatabase('sqlite')
  const app = await createTestServer({ database: openDatabaseUntilTestEnds(address) })
  const browser = app.openBrowser()
  const { signature } = await browser.signChallenge()
  await browser.signIn()
  await browser.send('GET', '/api/sessions')
  await sql`pragma wal_checkpoint(truncate)`.execute(app.database.queries)
  const folder = dirname(address.slice('sqlite:'.length))
  const stored = readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('')
  expect(browser.cookies.size).toBe(2)
  for (const secret of browser.cookies.values()) {
    expect(stored).not.toContain(secret)
    expect(app.log.join('')).not.toContain(secret)
  }
  expect(app.log.join('')).not.toContain(signature)
})
